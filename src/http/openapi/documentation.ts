import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { buildOpenApi } from './open-api.js';

/**
 * The page runs only its own scripts, calls only this service, and cannot be framed: people type a key into it. Its
 * styles are inline, because Swagger UI has them inline; a style runs nothing and fetches nothing from elsewhere.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function protect(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    if (request.call.route?.startsWith('/docs')) {
      void reply.headers({
        'content-security-policy': policy,
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
    done();
  });
}

/** `/docs` for people, `/openapi.json` for programs; both without a key. The document is built on first request. */
export function serveDocumentation(app: NestFastifyApplication): void {
  protect(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
  SwaggerModule.setup('docs', app, () => buildOpenApi(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
