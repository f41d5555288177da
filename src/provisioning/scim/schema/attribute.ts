/** One attribute as RFC 7643, section 7 describes it. */
export interface ScimAttribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly';
  readonly returned: 'default' | 'always';
  readonly uniqueness: 'none' | 'server';
  /** Characters of a text; not a part of what RFC 7643 lets a schema say, hence not shown. */
  readonly longest: number;
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly ScimAttribute[];
}

export interface ScimSchema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly ScimAttribute[];
}

type Traits = Partial<Omit<ScimAttribute, 'name' | 'description' | 'type'>>;

const usual = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  longest: 1_024,
} as const;

export function textAttribute(name: string, description: string, traits: Traits = {}): ScimAttribute {
  return { name, type: 'string', description, ...usual, ...traits };
}

export function flagAttribute(name: string, description: string, traits: Traits = {}): ScimAttribute {
  return { name, type: 'boolean', description, ...usual, ...traits };
}

export function link(
  name: string,
  description: string,
  referenceTypes: readonly string[],
  traits: Traits = {},
): ScimAttribute {
  return { name, type: 'reference', description, ...usual, caseExact: true, referenceTypes, ...traits };
}

export function complex(
  name: string,
  description: string,
  subAttributes: readonly ScimAttribute[],
  traits: Traits = {},
): ScimAttribute {
  return { name, type: 'complex', description, ...usual, ...traits, subAttributes };
}

/** Names compare without regard to case (RFC 7643, 2.1). */
export function attributeNamed(attributes: readonly ScimAttribute[], name: string): ScimAttribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((each) => each.name.toLowerCase() === wanted);
}
