/** What a form is made of, out of JSON Schema (2020-12): what connectors say of their settings, and no more. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly writeOnly?: boolean;
}

export type Members = Readonly<Record<string, unknown>>;

/** Typed where JSON is asked, and none. It is kept, and is not sent. */
export class NotJson {
  constructor(readonly text: string) {}
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NotJson);
}

/** What begins with nothing said: words that must be so, defaults, and what cannot be left out. */
export function blankOf(schema: JsonSchema, before?: unknown): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.oneOf?.[0]) return blankOf({ ...schema.oneOf[0] }, before);
  if (schema.type === 'array') return Array.isArray(before) ? before : [];
  if (schema.type !== 'object') return schema.type === 'boolean' ? false : undefined;
  const known = isMembers(before) ? before : {};
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
      if (member.const === undefined && known[name] !== undefined) return [[name, known[name]]];
      const blank = required.includes(name) ? blankOf(member) : undefined;
      return blank === undefined ? [] : [[name, blank]];
    }),
  );
}

/** Which of its shapes a value has; -1: none. */
export function shapeOf(shapes: readonly JsonSchema[], value: unknown): number {
  return shapes.findIndex((each) => hasShape(each, value));
}

function hasShape({ const: word, type, properties = {} }: JsonSchema, value: unknown): boolean {
  if (word !== undefined) return value === word;
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return (
        isMembers(value) &&
        Object.entries(properties).every(([name, { const: is }]) => is === undefined || value[name] === is)
      );
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}

/** With a member set, or without it where nothing is left. */
export function withMember(members: Members, name: string, value: unknown): Members {
  const isLeft = value !== undefined && value !== '' && value !== null;
  if (isLeft) return { ...members, [name]: value };
  return Object.fromEntries(Object.entries(members).filter(([known]) => known !== name));
}

/** The place of what is typed and not JSON, if there is one. */
export function notJsonIn(value: unknown, place: string): string | undefined {
  if (value instanceof NotJson) return place;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value)
    .map(([name, each]) => notJsonIn(each, `${place}.${name}`))
    .find(Boolean);
}
