import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Metrics } from './metrics.js';

/** Times each request under its route's pattern: an id in a label would make a time series of its own. */
export function watchRequests(app: NestFastifyApplication): void {
  const { requests } = app.get(Metrics);
  (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook('onResponse', (request, reply, done) => {
    requests.observe(request.method, request.call.route ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}
