import type { INestApplicationContext } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { placeBodyExamples } from './body-example.decorator.js';
import { conventionHeaders, conventionParameters, describeConventions, methods } from './conventions.js';
import { describeErrors, problemResponses, problemSchema } from './error-responses.js';
import { ApiAdditions } from './api-additions.js';
import { areaExtension } from './area.decorator.js';

const description = [
  'Collections and records are HAL (`application/hal+json`), errors `application/problem+json` (RFC 9457).',
  'The same resources answer under no prefix, `/v1` and `/api`, and beneath `/organizations/{organization_id}`, ' +
    'which chooses the',
  'organization as the header `X-Organization-Id` does; links come back in the form called.',
  'Every POST takes an `Idempotency-Key` (kept for 24 hours). Every answer to a key carries `X-RateLimit-Limit`, ' +
    '`-Remaining` and `-Reset`.',
].join('\n');

/** The API as OpenAPI 3. The same build always gives the same document, so that the committed file can be compared. */
export function buildOpenApi(app: INestApplicationContext): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Usher')
    .setDescription(description)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Resources without a prefix')
    .addServer('/v1', 'The same')
    .addServer('/api', 'The older form')
    .addSecurity('bearer', {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key, made with POST /keys or set as USHER_TOKEN; or the token of a session, made with POST /sessions',
    })
    .build();
  const document = SwaggerModule.createDocument(app as Parameters<typeof SwaggerModule.createDocument>[0], config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
    autoTagControllers: true,
  });
  const components = {
    ...document.components,
    headers: conventionHeaders,
    parameters: conventionParameters,
    responses: problemResponses,
    schemas: { ...document.components?.schemas, Problem: problemSchema },
  };
  const described = placeBodyExamples(declareTags(describeErrors(describeConventions({ ...document, components }))));
  return app.get(ApiAdditions, { strict: false }).addTo(described);
}

/**
 * Declares each tag that operations use, with the text of its controller's `@Area`, in the order of their first
 * operations.
 */
function declareTags(document: OpenAPIObject): OpenAPIObject {
  const areas = new Map<string, string>();
  for (const item of Object.values(document.paths)) {
    for (const operation of methods.flatMap((method) => item[method] ?? [])) {
      const said = operation as { [areaExtension]?: string };
      for (const tag of operation.tags ?? []) areas.set(tag, areas.get(tag) ?? said[areaExtension] ?? '');
      delete said[areaExtension];
    }
  }
  const unsaid = [...areas].filter(([, description]) => description === '').map(([tag]) => tag);
  if (unsaid.length > 0) throw new Error(`Say by @Area what these controllers are about: ${unsaid.join(', ')}`);
  return { ...document, tags: [...areas].map(([name, description]) => ({ name, description })) };
}
