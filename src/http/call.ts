import type { FastifyRequest } from 'fastify';
import type { Context } from '../kernel/context.js';
import type { Address } from './address/address.js';
import type { RouteFacts } from './route.js';

/** What the edge knows about one request beside what Fastify knows. */
export interface Call {
  readonly address: Address;
  readonly requestId: string;
  /** Start of every href: USHER_BASE_URL (or nothing) and the address form of the caller. */
  readonly base: string;
  /** What the route says about itself. Looked up once: Fastify makes its answer anew for each who asks. */
  readonly facts: RouteFacts;
  /** The route's pattern; undefined where no route was found. */
  readonly route?: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Present once the gate has let the call in; absent on public routes. */
  context?: Context;
  /** The API key that calls, for budgets and idempotency; its own organization is the key's, not the selected one. */
  keyId?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call;
    /** The body byte for byte, as signatures need it. */
    rawBody?: Buffer;
  }
  interface FastifyContextConfig extends RouteFacts {}
}

/** Path and query in the form called, without host: `/v1/users?page=2`. */
export function pathCalled(request: FastifyRequest): string {
  return request.originalUrl.split('?', 1)[0];
}

/** A caller's own id when it is harmless in a log line and a header. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined;
}
