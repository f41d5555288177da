import { isObject } from '../../kernel/json/is-object.js';

export type TemplateValues = Readonly<Record<string, unknown>>;

const placeholder = /\{([a-z][a-z0-9_]*)\}/g;

/** Fills `{name}` once: what a value brings in is not filled again. */
export function filled(text: string, values: TemplateValues, encode: (value: string) => string = String): string {
  return text.replaceAll(placeholder, (_, name: string) =>
    encode(String(Object.hasOwn(values, name) ? (values[name] ?? '') : '')),
  );
}

/** The same in every text of a JSON value; names of members stay. */
export function filledIn(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') return filled(value, values);
  if (Array.isArray(value)) return value.map((each) => filledIn(each, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, values)]));
}

/** Names in a text; null: it has a brace that belongs to none. */
export function namesIn(text: string): readonly string[] | null {
  return /[{}]/.test(text.replaceAll(placeholder, '')) ? null : [...text.matchAll(placeholder)].map(([, name]) => name);
}
