import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { buildOpenApi } from './open-api.js';

/** `/docs` for people, `/openapi.json` for programs; both without a key. The document is built when first asked for. */
export function serveDocumentation(app: NestFastifyApplication): void {
  SwaggerModule.setup('docs', app, () => buildOpenApi(app), { jsonDocumentUrl: 'openapi.json', yamlDocumentUrl: 'openapi.yaml' });
}
