import type { OpenAPIObject } from '@nestjs/swagger';
import { areaExtension } from './area.decorator.js';
import { methods } from './conventions.js';

/**
 * Declares each tag that operations have, with what `@Area` of its controller says, in the order of their first
 * operations.
 */
export function declareTags(document: OpenAPIObject): OpenAPIObject {
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
