import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './schema-words.js';

/**
 * Puts defaults of fields into words instead of `default`: generators make such a field required, or send the default
 * with every change, and `disabled: 0` in a PATCH would re-enable an account. A body for PATCH only has none: absent
 * fields stay.
 */
export function wordDefaults(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const changes = new Set(bodiesOf(document, 'patch'));
  for (const method of ['post', 'put'] as const) for (const name of bodiesOf(document, method)) changes.delete(name);
  for (const [name, schema] of Object.entries(schemas)) {
    if ('$ref' in schema) continue;
    for (const property of Object.values(schema.properties ?? {}))
      if (!('$ref' in property)) word(property, changes.has(name));
  }
}

function word(property: Schema, isChange: boolean): void {
  const usual: unknown = property.default;
  delete property.default;
  if (usual === undefined || isChange) return;
  const sentence = `Default: \`${typeof usual === 'string' ? usual : JSON.stringify(usual)}\``;
  property.description = [property.description?.replace(/[.]$/, ''), sentence].filter(Boolean).join('. ');
}

function bodiesOf(document: OpenAPIObject, method: 'patch' | 'post' | 'put'): string[] {
  return Object.values(document.paths).flatMap((item) => {
    const body = item[method]?.requestBody;
    const schemas = body && !('$ref' in body) ? Object.values(body.content).map(({ schema }) => schema) : [];
    return schemas.flatMap((schema) => (schema && '$ref' in schema ? [schema.$ref.split('/').at(-1) ?? ''] : []));
  });
}
