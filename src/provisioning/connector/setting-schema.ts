/** A piece of JSON Schema (2020-12), from which the console makes a form. */
export type SchemaPart = Readonly<Record<string, unknown>>;

interface Shape {
  readonly title: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly required?: readonly string[];
}

/** An object of one of several shapes; the value of `member` says which. */
export function shapesBy(member: string, shapes: Readonly<Record<string, Shape>>): SchemaPart {
  return {
    required: [member],
    oneOf: Object.entries(shapes).map(([word, { title, properties = {}, required = [] }]) => ({
      ...shape({ [member]: { const: word }, ...properties }, [member, ...required]),
      title,
    })),
  };
}

/** An object with these members and no others. */
export function shape(properties: Readonly<Record<string, SchemaPart>>, required: readonly string[] = []): SchemaPart {
  return { type: 'object', properties, required, additionalProperties: false };
}

export function word(title: string, more: SchemaPart = {}): SchemaPart {
  return { type: 'string', title, ...more };
}

export function integerPart(title: string, minimum: number, maximum: number, more: SchemaPart = {}): SchemaPart {
  return { type: 'integer', title, minimum, maximum, ...more };
}
