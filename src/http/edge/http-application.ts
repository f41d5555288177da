import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { type Address, readAddress } from '../address/address.js';
import { pathCalled, requestIdOf } from '../call.js';
import { configureHttp } from './configure-http.js';
import { problemDocument, problemMediaType } from '../problem/problem-document.js';
import { misencodedIn } from './percent-encoding.js';
import { refuseOnSocket } from '../problem/socket-refusal.js';
import { guardWriting } from '../problem/guard-writing.js';

type RootModule = Parameters<typeof NestFactory.create>[0];

const bodyLimitBytes = 1024 * 1024;
const requestMilliseconds = 120_000;

/**
 * Classes check all input, in one way everywhere; a route schema would check it twice, or let pass what they refuse.
 */
function noSchemas(): never {
  throw new Error('Routes have no schemas: describe the body by a class');
}

/** Found while the URL was rewritten. */
interface Addressed extends IncomingMessage {
  address?: Address;
}

/**
 * A Nest application on Fastify behind the edge, not yet listening: await `app.listen(port, host)`. The module imports
 * HttpEdgeModule, and global modules provide what that needs. `trustedProxies` (addresses, CIDR): their X-Forwarded-For
 * is trusted, from the nearest on; `request.ip` is the first address beyond them.
 */
export async function createHttpApplication(
  module: RootModule,
  trustedProxies: readonly string[] = [],
): Promise<NestFastifyApplication> {
  const instance = fastify({
    rewriteUrl: (request: Addressed) => {
      request.address = readAddress(request.url ?? '/');
      return request.address.routed ?? request.address.url;
    },
    // What the router itself refuses (a malformed path) never reaches a hook or a filter.
    frameworkErrors: (error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
      const status = error.statusCode ?? 400;
      reply
        .header('x-request-id', requestIdOf(request.headers['x-request-id']) ?? app.get(Ids).next())
        .header('x-content-type-options', 'nosniff');
      void reply
        .code(status)
        .header('content-type', problemMediaType)
        .send(
          problemDocument(
            status,
            `The path cannot be understood: ${misencodedIn(pathCalled(request))}`,
            pathCalled(request),
          ),
        );
    },
    clientErrorHandler: refuseOnSocket,
    // Node would answer without a body; the edge answers with a problem document, as always.
    http: { requireHostHeader: false },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bodyLimitBytes,
    // A slow request may not hold its connection for ever.
    requestTimeout: requestMilliseconds,
    // At shutdown, requests on open connections are still served, then those are closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Without this, Fastify loads its JSON schema compilers, a hundred modules, at each start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapterOf(instance), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  configureHttp(app, (request: Addressed) => request.address ?? readAddress(request.url ?? '/'));
  guardWriting(instance, app.get(Log));
  return app;
}

/**
 * Nest's adapter adds seven hooks to every request, for features of Nest that have no place here: the edge is hooks of
 * its own. So it is made with an instance that takes none.
 */
function adapterOf(instance: FastifyInstance): FastifyAdapter {
  const withoutHooks = { addHook: () => instance, skipMiddie: true, multipart: false };
  const adapter = new FastifyAdapter(Object.assign(Object.create(instance) as FastifyInstance, withoutHooks));
  adapter.setInstance(instance);
  return adapter;
}
