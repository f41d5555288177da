import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Exclude<Schemas[string], { $ref: string }>;
type Property = NonNullable<Schema['properties']>[string];

/** Names of instants, in every resource. */
const instantName = /(?:^|_)at$|^valid_(?:from|until)$/;

/** The meaning of a field wherever it has this name, unless its class says more. */
const everywhere: Readonly<Record<string, string>> = {
  id: 'Id of the record. It never changes',
  created_at: 'When the record was made',
  updated_at: 'When the record was last changed',
  _links: 'Where the record, or the page, is; addresses are in the form that was called',
  _embedded: 'The records of the page',
};

/** `UserInputDto`, `UserChangeDto`, `NewKeyDto`: the parts of a name that distinguish forms of one record. */
const formsOfName = /^(?:Made|New|Written|Issued|Generated|Invited)?(.+?)(?:Input|Change|Detail|WithChain)?Dto$/;

/**
 * Adds what types cannot express: that every number is whole, and which texts are instants. A field without a
 * description gets the one of the other forms of its record (written, shown).
 */
export function describeSchemas(schemas: Schemas): void {
  const families = new Map<string, Map<string, string>>();
  for (const [name, properties] of named(schemas)) {
    const family = families.get(familyOf(name)) ?? new Map<string, string>();
    families.set(familyOf(name), family);
    for (const [field, property] of properties) {
      describeProperty(field, property);
      if (!('$ref' in property) && property.description && !family.has(field)) family.set(field, property.description);
    }
  }
  for (const [name, properties, schema] of named(schemas)) {
    for (const [field, property] of properties) {
      const description = families.get(familyOf(name))?.get(field) ?? everywhere[field];
      if (description !== undefined && !descriptionOf(property))
        schema.properties = { ...schema.properties, [field]: described(property, description) };
    }
  }
}

function named(schemas: Schemas): [name: string, properties: [string, Property][], schema: Schema][] {
  return Object.entries(schemas).flatMap(([name, schema]) =>
    '$ref' in schema ? [] : [[name, Object.entries(schema.properties ?? {}), schema]],
  );
}

function familyOf(name: string): string {
  return formsOfName.exec(name)?.[1] ?? name;
}

function descriptionOf(property: Property): string | undefined {
  return '$ref' in property ? undefined : property.description;
}

/** In OpenAPI 3.0 everything beside `$ref` is ignored. */
function described(property: Property, description: string): Property {
  return '$ref' in property ? { description, allOf: [property] } : { ...property, description };
}

function describeProperty(name: string, property: Property): void {
  if ('$ref' in property) return;
  // The comment's line breaks.
  if (property.description) property.description = property.description.replaceAll('\n', ' ');
  if (property.type === 'number' && property.format !== 'double') property.type = 'integer';
  if (property.type === 'string' && !property.enum && instantName.test(name)) property.format ??= 'date-time';
  if (property.items) describeProperty(name, property.items);
}
