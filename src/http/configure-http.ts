import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Clock } from '../kernel/clock.js';
import { Problem } from '../kernel/errors.js';
import { Ids } from '../kernel/ids.js';
import { Log } from '../kernel/log.js';
import { Settings } from '../kernel/settings.js';
import { AccessGate } from './access/access-gate.js';
import type { Address } from './address/address.js';
import { BodyMemory } from './body/body-memory.js';
import { parseBodies } from './body/body-parser.js';
import { type Call, requestIdOf } from './call.js';
import { isKnown } from './etag/etag.js';
import { Idempotency } from './idempotency/idempotency.js';
import { allowOrigins } from './cross-origin.js';
import { serveDocumentation } from './openapi/documentation.js';
import { refuseMisencodedQuery } from './percent-encoding.js';
import { ProblemFilter } from './problem/problem.filter.js';
import { RouteTable } from './route-table.js';
import { refuseUnknownQuery } from './unknown-query.js';

/** Puts the edge around an application; before `app.init()`, since it watches the routes being registered. */
export function configureHttp(app: NestFastifyApplication, addressOf: (request: IncomingMessage) => Address): void {
  const instance = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const log = app.get(Log);
  const routes = new RouteTable();
  app.useGlobalFilters(new ProblemFilter(log, routes));
  parseBodies(instance, new BodyMemory(app.get(Settings).bodyMemoryMegabytes));
  nameCalls(instance, app.get(Settings).baseUrl, app.get(Ids), app.get(Clock), addressOf);
  allowOrigins(instance, app.get(Settings).corsOrigins ?? []);
  guard(instance, app.get(AccessGate), app.get(Idempotency));
  report(instance, log, app.get(Clock));
  routes.watch(instance, ['/docs', '/openapi.json', '/openapi.yaml']);
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
      route: url,
      body: undefined,
      context: undefined,
      keyId: undefined,
    };
    reply.header('x-request-id', request.call.requestId);
    reply.header('x-content-type-options', 'nosniff');
    const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
    done(lacksHost ? new Problem('malformed', 'A request names its Host') : undefined);
  });
}

/**
 * The order of the gates: who and whether, then the parameters, then (body read) whether it was done before. Promises
 * only for requests that need them: each that Fastify awaits delays the answer by a turn.
 */
function guard(instance: FastifyInstance, gate: AccessGate, idempotency: Idempotency): void {
  instance.addHook('onRequest', (request, reply, done) => {
    refuseMisencodedQuery(request);
    const admitted = gate.admit(request, reply);
    if (admitted) return admitted.then(() => refuseUnknownQuery(request));
    refuseUnknownQuery(request);
    done();
  });
  instance.addHook('preHandler', (request, reply, done) => {
    if (!idempotency.isWanted(request)) return done();
    return idempotency.before(request, reply);
  });
  instance.addHook('onSend', (request, reply, payload, done) => {
    const sent = () => (isNotModified(request, reply) ? bare(reply) : payload);
    if (!idempotency.isWanted(request)) return done(null, sent());
    return idempotency.after(request, reply, payload).then(sent);
  });
}

function isNotModified(request: FastifyRequest, reply: FastifyReply): boolean {
  const wanted = request.headers['if-none-match'];
  const etag = reply.getHeader('etag');
  return (
    wanted !== undefined &&
    etag !== undefined &&
    reply.statusCode === 200 &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    isKnown(wanted, String(etag))
  );
}

function bare(reply: FastifyReply): null {
  reply.code(304);
  for (const header of ['content-type', 'content-length']) reply.removeHeader(header);
  return null;
}

/** One line per request. */
function report(instance: FastifyInstance, log: Log, clock: Clock): void {
  instance.addHook('onResponse', ({ call, method }, { statusCode }, done) => {
    log.written(lineOf(call, method, statusCode, clock.milliseconds() - call.startedAt), 'request');
    done();
  });
}

/**
 * The route's pattern, not the URL, whose query may name persons. Nothing in it needs escaping: see `requestIdOf`; ids
 * and patterns are our own.
 */
function lineOf(
  { requestId, route, context, keyId }: Call,
  method: string,
  status: number,
  milliseconds: number,
): string {
  const who = `${context ? `,"organization_id":"${context.organizationId}"` : ''}${keyId ? `,"key_id":"${keyId}"` : ''}`;
  return `"request_id":"${requestId}","method":"${method}",${route ? `"route":"${route}",` : ''}"status":${status},"duration_ms":${milliseconds}${who}`;
}
