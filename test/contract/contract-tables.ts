import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One field of a resource, as the contract has it. */
export interface Field {
  readonly type: 'id' | 'string' | 'integer' | 'flag' | 'boolean' | 'instant' | 'array' | 'object';
  readonly required?: boolean;
  /** Not required by itself, but one of several of which one must be given. */
  readonly requiredHere?: boolean;
  readonly nullable?: boolean;
  /** Null is shown, but cannot be written. */
  readonly readsNull?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly createOnly?: boolean;
  readonly changeOnly?: boolean;
  /** What a record has when nothing is said; `*`: something. */
  readonly default?: unknown;
  /** Made of other fields when nothing is said. */
  readonly derived?: boolean;
  readonly oneOf?: readonly string[];
  /** Which of them are possible depends on other fields. */
  readonly oneOfIsBound?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Characters. */
  readonly longest?: number;
  readonly sample?: unknown;
  /** How the sample comes back, where that is another. `*`: somehow. */
  readonly shown?: unknown;
  /** Of an address scheme and host are shown, and that there is more. */
  readonly hidesPath?: boolean;
  readonly change?: unknown;
  readonly changed?: unknown;
  readonly wrong?: readonly unknown[];
  /** Wrong for a new record, though it may be said in a change. */
  readonly wrongAtFirst?: readonly unknown[];
  /** A list is neither filtered nor sorted by it. */
  readonly unlisted?: boolean;
  readonly openapiDefault?: unknown;
  readonly openapiOptional?: boolean;
}

export interface Resource {
  readonly path: string;
  readonly collection: string;
  readonly area: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields that are unique in an organization. */
  readonly keys?: readonly string[];
  readonly bulkKeys?: readonly string[];
  readonly createdStatus?: number;
  readonly createsCollection?: boolean;
  /** The same as at another address, and the API document has only that one. */
  readonly documentedAs?: string;
  /** There is no PATCH. */
  readonly unchangeable?: boolean;
  /** DELETE leaves the record to be seen, like this. */
  readonly afterDelete?: object;
  /** Beside the fields in the answer of POST, and in that of GET of one. */
  readonly alsoCreated?: readonly string[];
  readonly alsoAlone?: readonly string[];
  /** Secrets that only the answer of POST may have. */
  readonly shownOnce?: readonly string[];
}

export interface Endpoint {
  readonly call: string;
  readonly permission: string;
  readonly status: number;
  readonly answer?: string | readonly string[];
  readonly body?: string;
  readonly bodyIsOptional?: boolean;
  readonly input?: string;
  readonly lists?: readonly string[];
  readonly query?: readonly string[];
  readonly resources?: readonly string[];
  readonly area?: string;
}

export interface Reference {
  readonly formats: Readonly<Record<string, Readonly<Record<string, Field>>>>;
  readonly links: readonly string[];
  readonly inputs: Readonly<Record<string, Readonly<Record<string, Field>>>>;
  readonly listParameters: Readonly<Record<string, { readonly default?: number; readonly maximum?: number }>>;
  readonly endpoints: readonly Endpoint[];
  readonly olderEndpoints: readonly Endpoint[];
  readonly userStates: readonly { readonly state: number; readonly change: object; readonly next: number }[];
  readonly errors: Readonly<Record<string, { readonly title: string; readonly when: readonly string[] }>>;
  readonly rate: { readonly limit: number; readonly headers: readonly string[] };
  readonly events: readonly string[];
  readonly eventFields: readonly string[];
}

const read = <Table>(name: string): Table =>
  parse(readFileSync(`test/contract/tables/${name}.yaml`, 'utf8'), { merge: true }) as Table;

/** The published tables. */
export const reference = read<Reference>('reference');

/** Every resource with what the published tables leave open. */
export const resources: readonly Resource[] = ['accounts', 'network', 'access', 'administration'].flatMap((name) =>
  Object.entries(read<Record<string, Omit<Resource, 'path'>>>(name)).map(([path, resource]) => ({
    path: `/${path}`,
    ...resource,
  })),
);

export type Place = Readonly<Record<string, string>>;

/** A table's value with `{group}` and the like replaced. */
export function filled<Value>(value: Value, place: Place): Value {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => place[name] ?? whole) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each, place)) as Value;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, filled<unknown>(each, place)]),
    ) as Value;
  return value;
}

export function namesOf(resource: Resource, which: (field: Field) => boolean): string[] {
  return Object.keys(resource.fields).filter((name) => which(resource.fields[name]));
}

/** What a record shows of itself, beside its id, its life and its links. */
export function shownOf(resource: Resource): string[] {
  return [...namesOf(resource, ({ writeOnly }) => !writeOnly), 'id', 'created_at', 'updated_at', '_links'].sort();
}

/** The least that POST takes. */
export function leastOf({ fields }: Resource, place: Place): Record<string, unknown> {
  const needed = Object.entries(fields).filter(([, { required, requiredHere }]) => required || requiredHere);
  return Object.fromEntries(needed.map(([name, { sample }]) => [name, filled(sample, place)]));
}

/** All that POST takes at once. */
export function allOf({ fields }: Resource, place: Place): Record<string, unknown> {
  const given = Object.entries(fields).filter(
    ([, { sample, readOnly, changeOnly }]) => sample !== undefined && !readOnly && !changeOnly,
  );
  return Object.fromEntries(given.map(([name, { sample }]) => [name, filled(sample, place)]));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a shown value is of its field's type. */
export function isOf({ type, nullable, readsNull, oneOf }: Field, value: unknown): boolean {
  if (value === null) return Boolean(nullable || readsNull);
  switch (type) {
    case 'id':
      return typeof value === 'string' && uuid.test(value);
    case 'instant':
      return typeof value === 'string' && utc.test(value);
    case 'string':
      return typeof value === 'string' && (!oneOf || oneOf.includes(value));
    case 'integer':
      return Number.isInteger(value);
    case 'flag':
      return value === 0 || value === 1;
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
  }
}

/** Values that are not of the field's type or beyond its limits. */
export function wrongOf({ type, nullable, oneOf, min, max, longest, wrong = [] }: Field): unknown[] {
  const others: Record<Field['type'], unknown[]> = {
    id: ['x', 5, {}],
    string: [5, {}, []],
    integer: ['5', 1.5, {}],
    flag: ['1', 2],
    boolean: ['yes', 2],
    instant: ['tomorrow', '2026-02-30T00:00:00Z', 5],
    array: [{}, 5],
    object: [[], 'x', 5],
  };
  return [
    ...others[type],
    ...wrong,
    ...(nullable || type === 'object' ? [] : [null]),
    ...(oneOf ? ['none of them'] : []),
    ...(min === undefined ? [] : [min - 1]),
    ...(max === undefined ? [] : [max + 1]),
    ...(longest === undefined ? [] : ['a'.repeat(longest + 1)]),
  ];
}
