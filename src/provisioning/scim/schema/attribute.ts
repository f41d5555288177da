/** One attribute as RFC 7643, section 7 describes it. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly';
  readonly returned: 'default' | 'always';
  readonly uniqueness: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

type Traits = Partial<Omit<Attribute, 'name' | 'description' | 'type'>>;

const usual = { multiValued: false, required: false, caseExact: false, mutability: 'readWrite', returned: 'default', uniqueness: 'none' } as const;

export function text(name: string, description: string, traits: Traits = {}): Attribute {
  return { name, type: 'string', description, ...usual, ...traits };
}

export function flag(name: string, description: string, traits: Traits = {}): Attribute {
  return { name, type: 'boolean', description, ...usual, ...traits };
}

export function link(name: string, description: string, referenceTypes: readonly string[], traits: Traits = {}): Attribute {
  return { name, type: 'reference', description, ...usual, caseExact: true, referenceTypes, ...traits };
}

export function complex(name: string, description: string, subAttributes: readonly Attribute[], traits: Traits = {}): Attribute {
  return { name, type: 'complex', description, ...usual, ...traits, subAttributes };
}

/** Names compare without regard to case (RFC 7643, 2.1). */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((each) => each.name.toLowerCase() === wanted);
}
