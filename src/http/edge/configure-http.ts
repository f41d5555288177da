import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Clock } from '../../kernel/clock.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { Settings } from '../../kernel/settings.js';
import { beginTrace, isTracing, type Receipt } from '../../kernel/tracing.js';
import { AccessGate } from '../access/access-gate.js';
import type { Address } from '../address/address.js';
import { BodyMemory } from '../body/body-memory.js';
import { parseBodies } from '../body/body-parser.js';
import { type Call, requestIdOf } from '../call.js';
import { isKnown } from '../etag/etag.js';
import { unknownParameter } from '../list/list-query.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { allowOrigins } from './cross-origin.js';
import { serveDocumentation } from '../openapi/documentation.js';
import { refuseMisencodedQuery } from './percent-encoding.js';
import { ProblemFilter } from '../problem/problem.filter.js';
import { RouteTable } from '../route-table.js';

/** Sets up the edge of an application. Call it before `app.init()`, because it watches routes being registered. */
export function configureHttp(app: NestFastifyApplication, addressOf: (request: IncomingMessage) => Address): void {
  const instance = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const log = app.get(Log);
  const routes = new RouteTable();
  app.useGlobalFilters(new ProblemFilter(log, routes));
  parseBodies(instance, new BodyMemory(app.get(Settings).bodyMemoryMegabytes));
  nameCalls(instance, app.get(Settings).baseUrl, app.get(Ids), app.get(Clock), addressOf);
  report(instance, log, app.get(Clock));
  allowOrigins(instance, app.get(Settings).corsOrigins ?? []);
  guard(instance, app.get(AccessGate), app.get(Idempotency));
  routes.watch(instance, ['/docs', '/openapi.json', '/openapi.yaml', '/console/assets']);
  serveDocumentation(app);
}

/** Gives each request its Call: address, request id, start of hrefs, time. */
function nameCalls(
  instance: FastifyInstance,
  baseUrl: string | null,
  ids: Ids,
  clock: Clock,
  addressOf: (request: IncomingMessage) => Address,
): void {
  const start = baseUrl?.replace(/\/+$/, '') ?? '';
  instance.decorateRequest('call', null as unknown as Call);
  instance.addHook('onRequest', (request, reply, done) => {
    const address = addressOf(request.raw);
    const { config, url } = request.routeOptions;
    request.call = {
      address,
      base: start + address.form,
      requestId: requestIdOf(request.headers['x-request-id']) ?? ids.next(),
      startedAt: clock.milliseconds(),
      facts: config ?? {},
      receipt: isTracing() ? receiptOf(request) : undefined,
      route: url,
      body: undefined,
      context: undefined,
      keyId: undefined,
      caller: undefined,
    };
    reply.header('x-request-id', request.call.requestId);
    reply.header('x-content-type-options', 'nosniff');
    const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
    done(lacksHost ? new Problem('malformed', 'A request names its Host') : undefined);
  });
}

/** What is asked every few seconds to see whether the process lives. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);
const failed = new Error('5xx');

/**
 * By the names of https://opentelemetry.io/docs/specs/semconv/http/http-spans/; the route and no URL, as in the log.
 */
function receiptOf({ method, headers, routeOptions: { url } }: FastifyRequest): Receipt | undefined {
  if (probes.has(url)) return undefined;
  const attributes = { 'http.request.method': method, ...(url && { 'http.route': url }) };
  return beginTrace(url ? `${method} ${url}` : method, 'server', attributes, headers);
}

/** The order of the gates: authentication and permission, then parameters, then (after the body) idempotency. */
function guard(instance: FastifyInstance, gate: AccessGate, idempotency: Idempotency): void {
  instance.addHook('onRequest', (request, reply, done) => {
    refuseMisencodedQuery(request);
    // A promise only where a key has to be found.
    if (!request.call.facts.isPublic) return gate.admit(request, reply).then(() => refuseUnknownQuery(request));
    refuseUnknownQuery(request);
    done();
  });
  instance.addHook('onSend', (request, reply, payload, done) => {
    done(null, isNotModified(request, reply) ? bare(reply) : payload);
  });
  // Only a POST has an Idempotency-Key; other routes do without two promises for each request.
  instance.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('POST')) return;
    route.preHandler = [route.preHandler ?? [], idempotency.before.bind(idempotency)].flat();
    route.onSend = [route.onSend ?? [], idempotency.after.bind(idempotency)].flat();
  });
}

/** Throws `malformed` for a query parameter that the route does not take. Lists check their own. */
function refuseUnknownQuery(request: FastifyRequest): void {
  const { list, isRaw, query = [] } = request.call.facts;
  if (list || isRaw || request.is404) return;
  for (const name in request.query as object) if (!query.includes(name)) throw unknownParameter(name, query);
}

function isNotModified(request: FastifyRequest, reply: FastifyReply): boolean {
  const wanted = request.headers['if-none-match'];
  const etag = reply.getHeader('etag');
  return (
    wanted !== undefined &&
    etag !== undefined &&
    reply.statusCode === 200 &&
    reply.getHeader('cache-control') !== 'no-store' &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    isKnown(wanted, String(etag))
  );
}

function bare(reply: FastifyReply): null {
  reply.code(304);
  for (const header of ['content-type', 'content-length']) reply.removeHeader(header);
  return null;
}

/** As nginx logs it: the caller hung up before there was an answer. */
const hungUp = 499;

/** One line per request. Shows the route's pattern, not the URL, whose query may name persons. */
function report(instance: FastifyInstance, log: Log, clock: Clock): void {
  const told = ({ call, method }: FastifyRequest, status: number, more: object = {}) => {
    const { requestId, route, context, keyId, startedAt } = call;
    const facts = {
      requestId,
      method,
      route,
      status,
      durationMs: clock.milliseconds() - startedAt,
      organizationId: context?.organizationId,
      keyId,
      ...more,
    };
    log.info(facts, 'request');
    call.receipt?.end({ 'http.response.status_code': status }, status >= 500 ? failed : undefined);
  };
  instance.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    // Fastify reports answers that end, but not those that break off.
    raw.on('close', () => {
      if (raw.writableFinished || raw.errored) return;
      told(request, raw.headersSent ? reply.statusCode : hungUp, { aborted: true });
    });
    done();
  });
  instance.addHook('onResponse', (request, { statusCode }, done) => {
    told(request, statusCode);
    done();
  });
}
