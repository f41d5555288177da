import type { ReactNode } from 'react';
import type { ResourceName } from '../../api/types';
import { type JsonSchema, notJsonIn } from './structure/schema';

export interface Lookup {
  readonly resource: ResourceName;
  readonly by: string;
}

/** What an input of a page's own gets: its value is a list. */
export interface OwnInputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly value: readonly unknown[];
  readonly onChange: (value: readonly unknown[]) => void;
  readonly disabled: boolean;
  /** What is wrong with it as a whole, or with a part of it: `0.price`. */
  readonly problemOf: (part?: string) => string | undefined;
}

/** A field of a form, by its place in the body: `settings.host` is `{"settings": {"host": …}}`. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** In its place in the form of a record that exists: what is left empty may stay as it is. */
  readonly keptDescription?: string | undefined;
  /**
   * `flag`: a switch whose value is 0 or 1. `record`: the id of a record of another resource. `structure`: an object or
   * a list of them, as `schema` says.
   */
  readonly kind:
    | 'text'
    | 'prose'
    | 'number'
    | 'switch'
    | 'flag'
    | 'choice'
    | 'choices'
    | 'instant'
    | 'record'
    | 'colour'
    | 'json'
    | 'secret'
    | 'structure'
    | 'own';
  /** Of a `record`: where it is looked up, and the field that people know it by. */
  readonly lookup?: Lookup | undefined;
  readonly schema?: JsonSchema | undefined;
  /** The input of an `own` one, whose value is a list. */
  readonly own?: (props: OwnInputProps) => ReactNode;
  /** Heads the fields from here on. */
  readonly section?: string | undefined;
  /** Kept and sent like any other, but not on the page at the moment. */
  readonly isHidden?: boolean | undefined;
  /** Of a `number`: how many of the API's are one of the form's. */
  readonly scale?: number | undefined;
  /** For `choice` and `choices`; without any, what is chosen is typed. */
  readonly values?: readonly string[] | undefined;
  /** What people call the values of a `choice`. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly required?: boolean | undefined;
  readonly example?: string | undefined;
  /** Of a `text`: what a keyboard on glass offers. */
  readonly inputMode?: 'url' | undefined;
  /** Of a secret: one is kept, which nobody is shown. Left empty it stays. */
  readonly isSet?: boolean | undefined;
}

/** The body of a record, as far as the form shows it. */
export type Values = { readonly [name: string]: unknown };

/** Raised by what a person typed, before anything is sent. */
export class FieldFault extends Error {
  constructor(readonly field: string) {
    super(field);
  }
}

export function valueAt(values: Values, name: string): unknown {
  return name.split('.').reduce<unknown>((within, key) => (isRecord(within) ? within[key] : undefined), values);
}

/** What inputs hold: text is never null, structures are JSON. */
export function inputsOf(fields: readonly FormField[], values: Values): Values {
  return nested(fields.map((field) => [field.name, inputOf(field, valueAt(values, field.name))]));
}

/**
 * The body of a change: fields whose input differs, null where one was emptied. Secrets are there only when typed.
 *
 * @throws FieldFault for text that is not JSON where JSON is asked
 */
export function changesOf(fields: readonly FormField[], before: Values, now: Values): Values {
  const changed = fields.filter(
    ({ name }) => JSON.stringify(valueAt(before, name)) !== JSON.stringify(valueAt(now, name)),
  );
  return nested(changed.map((field) => [field.name, bodyValueOf(field, valueAt(now, field.name))]));
}

/** The whole body, as it would be saved now; null while it holds what cannot be sent. */
export function bodyOf(fields: readonly FormField[], now: Values): Values | null {
  try {
    return nested(fields.map((field) => [field.name, bodyValueOf(field, valueAt(now, field.name))]));
  } catch (fault) {
    if (fault instanceof FieldFault) return null;
    throw fault;
  }
}

/** The field that an error's place belongs to: `access.rules.0.group` is told beside `access`. */
export function fieldFor(fields: readonly FormField[], place: string): FormField | undefined {
  return fields
    .filter(({ name }) => place === name || place.startsWith(`${name}.`))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

function inputOf({ kind, scale, schema }: FormField, value: unknown): unknown {
  if (kind === 'json') return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  if (kind === 'switch' || kind === 'flag') return value === true || value === 1;
  if (scale !== undefined && typeof value === 'number') return value / scale;
  if (kind === 'choices' || kind === 'own') return Array.isArray(value) ? value : [];
  if (kind === 'structure') return schema?.writeOnly ? null : (value ?? null);
  if (kind === 'secret') return '';
  return value ?? '';
}

function bodyValueOf({ kind, name, scale }: FormField, input: unknown): unknown {
  if (input === '' || input === undefined || input === null) return null;
  if (kind === 'flag') return Number(input);
  if (scale !== undefined) return Math.round(Number(input) * scale);
  if (kind === 'structure') {
    const place = notJsonIn(input, name);
    if (place !== undefined) throw new FieldFault(place);
  }
  if (kind !== 'json') return input;
  try {
    return JSON.parse(String(input));
  } catch {
    throw new FieldFault(name);
  }
}

function nested(entries: readonly (readonly [string, unknown])[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const keys = name.split('.');
    const last = keys.pop() ?? name;
    let within = values;
    for (const key of keys) within = (within[key] ??= {}) as Record<string, unknown>;
    within[last] = value;
  }
  return values;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
