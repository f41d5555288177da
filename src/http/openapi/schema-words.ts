import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;

/** Names of instants, in every resource. */
const instantName = /(?:^|_)at$|^valid_(?:from|until)$/;

/** What the classes of the answers cannot say by their types: that every number is whole, and which texts are instants. */
export function describeSchemas(schemas: Schemas): void {
  for (const schema of Object.values(schemas)) {
    if ('$ref' in schema) continue;
    for (const [name, property] of Object.entries(schema.properties ?? {})) if (!('$ref' in property)) describeProperty(name, property);
  }
}

function describeProperty(name: string, property: Schema): void {
  if (property.type === 'number') property.type = 'integer';
  if (property.type === 'string' && instantName.test(name)) property.format ??= 'date-time';
  if (property.items && !('$ref' in property.items)) describeProperty(name, property.items);
}
