import type { FastifyInstance } from 'fastify';

const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'ETag',
  'Location',
  'Allow',
  'Content-Disposition',
  'X-Request-Id',
].join(', ');
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const asked =
  'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, X-Organization-Id, X-Request-Id';
const preflightSeconds = '7200';

/**
 * Lets pages of these origins (`*`: any) call from a browser and read the answers (the CORS protocol of the Fetch
 * standard). Never with credentials: callers send a token, not a cookie. Add this before the gates, because a browser's
 * preflight has no token.
 */
export function allowOrigins(instance: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAny = origins.includes('*');
  const allowed = new Set(origins);
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    // A cached answer for one origin does not fit another.
    if (!isAny) reply.header('vary', 'Origin');
    if (origin === undefined || !(isAny || allowed.has(origin))) return done();
    reply.header('access-control-allow-origin', isAny ? '*' : origin).header('access-control-expose-headers', exposed);
    if (request.method !== 'OPTIONS' || wanted === undefined) return done();
    reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', asked)
      .header('access-control-max-age', preflightSeconds);
    void reply.code(204).send();
  });
}
