/** A schema as the document writes it; what a prefilled body needs of it. */
export interface PrefilledSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, PrefilledSchema>>;
  readonly items?: PrefilledSchema;
  readonly allOf?: readonly PrefilledSchema[];
  readonly oneOf?: readonly PrefilledSchema[];
  readonly anyOf?: readonly PrefilledSchema[];
  readonly additionalProperties?: boolean | PrefilledSchema;
}

export const placeholderId = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

/** The value that Swagger UI fills in for a schema before anybody types. */
export function prefilled(schema: PrefilledSchema, named: Readonly<Record<string, PrefilledSchema>>): unknown {
  const inner = (each: PrefilledSchema) => prefilled(each, named);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.$ref !== undefined) return inner(named[schema.$ref.split('/').at(-1) ?? '']);
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice !== undefined) return inner(choice[0]);
  if (schema.allOf?.length === 1) return inner(schema.allOf[0]);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(inner));
  if (schema.type === 'object' || schema.properties !== undefined) return prefilledObject(schema, inner);
  return schema.type === 'array' ? [inner(schema.items ?? {})] : prefilledScalar(schema);
}

type Inner = (schema: PrefilledSchema) => unknown;

function prefilledObject({ properties = {}, additionalProperties }: PrefilledSchema, inner: Inner): object {
  const writable = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true);
  const written = writable.map(([name, each]) => [name, inner(each)]);
  if (additionalProperties === undefined || additionalProperties === false) return Object.fromEntries(written);
  const other = additionalProperties === true ? {} : inner(additionalProperties);
  return Object.fromEntries([...written, ...[1, 2, 3].map((at) => [`additionalProp${at}`, other])]);
}

function prefilledScalar({ type, format, minimum = 0 }: PrefilledSchema): unknown {
  if (type === 'integer' || type === 'number') return Math.max(0, minimum);
  if (type === 'boolean') return true;
  if (format === 'date-time') return new Date().toISOString();
  if (format === 'uuid') return placeholderId;
  return format === 'email' ? 'user@example.com' : 'string';
}
