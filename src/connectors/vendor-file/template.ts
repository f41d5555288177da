import { DateTime } from 'luxon';
import { isObject } from '../../kernel/json/is-object.js';

export type TemplateValues = Readonly<Record<string, unknown>>;

const placeholder = /\{([a-z][a-z0-9_]*)\}/g;

/** Fills `{name}` once: what a value brings in is not filled again. */
export function filled(text: string, values: TemplateValues, encode: (value: string) => string = String): string {
  return text.replaceAll(placeholder, (_, name: string) =>
    encode(String(Object.hasOwn(values, name) ? (values[name] ?? '') : '')),
  );
}

/**
 * The same in every text of a JSON value; names of members stay. A text that is one name alone becomes what the setting
 * is: a number or a truth stays one.
 */
export function filledIn(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\{([a-z][a-z0-9_]*)\}$/.exec(value) ?? [];
    const own = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof own === 'number' || typeof own === 'boolean' ? own : filled(value, values);
  }
  if (Array.isArray(value)) return value.map((each) => filledIn(each, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, values)]));
}

/** The days that a file names, as they are at this moment in the zone of the setting `time_zone`, or in UTC. */
export function daysFrom(
  { days }: { readonly days?: Readonly<Record<string, number>> },
  { time_zone: zone }: TemplateValues,
  instant: string,
): TemplateValues {
  if (!days) return {};
  const today = DateTime.fromISO(instant, { zone: typeof zone === 'string' ? zone : 'utc' });
  return Object.fromEntries(
    Object.entries(days).map(([name, offset]) => [name, today.plus({ days: offset }).toISODate()]),
  );
}

/** Names in a text; null: it has a brace that belongs to none. */
export function namesIn(text: string): readonly string[] | null {
  return /[{}]/.test(text.replaceAll(placeholder, '')) ? null : [...text.matchAll(placeholder)].map(([, name]) => name);
}
