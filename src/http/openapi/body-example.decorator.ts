import type { OpenAPIObject } from '@nestjs/swagger';

/** By the DTO's name, which is also its schema's. A DTO that extends the class would inherit metadata. */
const examples = new Map<string, object>();

/**
 * A whole body that is accepted as it stands (except ids of records); /docs fills it in. Without it, /docs invents a
 * value for every field, even for fields that exclude each other.
 */
export function BodyExample(example: object): ClassDecorator {
  return ({ name }) => {
    examples.set(name, example);
  };
}

/** Adds the examples of `@BodyExample` to the schemas. */
export function placeBodyExamples(document: OpenAPIObject): OpenAPIObject {
  const written = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    const example = examples.get(name);
    return [name, example === undefined ? schema : { ...schema, example }] as const;
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(written) } };
}
