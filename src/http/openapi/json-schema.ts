import { isObject } from '../../kernel/json/is-object.js';
import type { Schema } from './schema-words.js';

/** Keywords whose values are schemas by name. */
const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords whose values are data. */
const data: ReadonlySet<string> = new Set(['enum', 'default', 'example', 'required']);
/** Of newer drafts, without a counterpart: what they would refuse, the service itself refuses. */
const dropped: ReadonlySet<string> = new Set([
  '$schema',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
]);

/** A JSON Schema (2020-12) as OpenAPI 3.0 writes it. */
export function openApiSchema(schema: Readonly<Record<string, unknown>>): Schema {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (value === undefined || dropped.has(name)) continue;
    else if (name === 'examples') made.example = (value as readonly unknown[])[0];
    else if (name === 'const') made.enum = [value];
    else if (name === 'type' && Array.isArray(value)) Object.assign(made, typeOf(value as string[]));
    else if (data.has(name)) made[name] = value;
    else if (byName.has(name)) made[name] = eachIn(value as Readonly<Record<string, object>>);
    else made[name] = within(value);
  }
  if (Array.isArray(made.required) && made.required.length === 0) delete made.required;
  return made as Schema;
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return isObject(value) ? openApiSchema(value) : value;
}

function eachIn(schemas: Readonly<Record<string, object>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, within(each)]));
}

function typeOf(types: readonly string[]): object {
  const named = types.filter((type) => type !== 'null');
  const nullable = named.length < types.length ? { nullable: true } : {};
  return named.length === 1 ? { type: named[0], ...nullable } : { anyOf: named.map((type) => ({ type })), ...nullable };
}
