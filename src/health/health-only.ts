import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { problemDocument, problemMediaType } from '../http/problem/problem-document.js';

const answered = new Set(['/healthz', '/readyz', '/metrics']);

/** A worker answers those who watch over it, and nobody else: the API is the other processes' business. */
export function healthOnly(app: NestFastifyApplication): void {
  (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook('onRequest', async (request, reply) => {
    const path = request.call.address.url.split('?', 1)[0];
    if (answered.has(path)) return undefined;
    const document = problemDocument(
      404,
      'This process is a worker (USHER_ROLE): it answers /healthz, /readyz and /metrics only',
      path,
    );
    return reply.code(404).header('content-type', problemMediaType).send(JSON.stringify(document));
  });
}
