import type { OpenAPIObject } from '@nestjs/swagger';

/** By the DTO's name, which is its schema's. Metadata of the class would be inherited by a DTO that extends it. */
const examples = new Map<string, object>();

/**
 * A whole body that is accepted as it stands (but for ids of records): what /docs fills in. Without it, /docs puts
 * together one value of every field, also of those that exclude each other.
 */
export function BodyExample(example: object): ClassDecorator {
  return ({ name }) => {
    examples.set(name, example);
  };
}

/** Puts what `@BodyExample` says into the schemas. */
export function placeBodyExamples(document: OpenAPIObject): OpenAPIObject {
  const written = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    const example = examples.get(name);
    return [name, example === undefined ? schema : { ...schema, example }] as const;
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(written) } };
}
