import type { FastifyRequest } from 'fastify';
import { unknownParameter } from './list/list-query.js';

/** Throws `malformed` for a query parameter that the route does not take. Lists check their own. */
export function refuseUnknownQuery(request: FastifyRequest): void {
  const { list, isRaw, query = [] } = request.call.facts;
  if (list || isRaw || request.is404) return;
  for (const name in request.query as object) if (!query.includes(name)) throw unknownParameter(name, query);
}
