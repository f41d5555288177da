import type { FastifyRequest } from 'fastify';
import type { Context } from '../kernel/context.js';
import type { Receipt } from '../kernel/tracing.js';
import type { Address } from './address/address.js';
import type { RouteFacts } from './route.js';

/** What the edge knows about a request beyond what Fastify knows. */
export interface Call {
  readonly address: Address;
  readonly requestId: string;
  /** Start of every href: USHER_BASE_URL (or nothing) and the caller's form of address. */
  readonly base: string;
  /** The route's own declaration. Looked up once: Fastify builds its answer anew each time. */
  readonly facts: RouteFacts;
  /** The route's pattern; undefined when no route matched. */
  readonly route?: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Where this request is traced. */
  readonly receipt: Receipt | undefined;
  /** Set once the gate has let the call in; absent on public routes. */
  context?: Context;
  /** The calling API key, for budgets and idempotency; its organization is the key's own, not the selected one. */
  keyId?: string;
  /** What the gate let in, and whether it came in the console's cookie; absent on public routes. Never logged. */
  caller?: { readonly token: string; readonly isByCookie: boolean };
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call;
    /** The body's bytes, as signatures need them. */
    rawBody?: Buffer;
  }
  interface FastifyContextConfig extends RouteFacts {}
}

/** Path and query in the caller's form, without host: `/v1/users?page=2`. */
export function pathCalled(request: FastifyRequest): string {
  return request.originalUrl.split('?', 1)[0];
}

/** The caller's own request id if it is safe in a log line and a header. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined;
}
