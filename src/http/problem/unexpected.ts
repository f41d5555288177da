import type { FastifyRequest } from 'fastify';
import type { Log } from '../../kernel/log.js';
import { type ProblemDocument, problemDocument } from './problem-document.js';

/** The answer to an unexpected error reveals nothing of it. */
export function unexpected(instance: string): ProblemDocument {
  return problemDocument(
    500,
    'Something went wrong here, not in the request. It is recorded under the request id; try again later',
    instance,
  );
}

export function logUnexpected(log: Log, error: unknown, request: FastifyRequest): void {
  const stack = error instanceof Error ? error.stack : String(error);
  log.error(
    { requestId: request.call?.requestId, method: request.method, route: request.routeOptions?.url, error: stack },
    'request failed unexpectedly',
  );
}
