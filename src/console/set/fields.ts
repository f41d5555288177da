import type { ReadValues } from '../../http/body/dto-check.js';
import { type Reader, Wrong } from '../../http/body/readers.js';
import { type FieldProblem, pointerToken } from '../../kernel/errors.js';

/** One writable field: how the API calls it, how the code calls it, what it may hold. */
export interface Field<Values> {
  readonly api: string;
  readonly name: keyof Values & string;
  readonly read: Reader;
  /** Set by Usher itself, never by a client. */
  readonly internal?: boolean;
}

/**
 * Checks rows by hand: a validated class costs 28 µs a row, which is more than the database takes for it.
 * The same table reads the API's names and the code's, so a rule exists once.
 */
export class FieldTable<Values extends object> {
  private readonly byApi: ReadonlyMap<string, Field<Values>>;
  private readonly byName: ReadonlyMap<string, Field<Values>>;

  constructor(fields: readonly Field<Values>[]) {
    this.byApi = new Map(fields.filter(({ internal }) => !internal).map((field) => [field.api, field]));
    this.byName = new Map(fields.map((field) => [field.name, field]));
  }

  /** Reads a JSON object in the API's names; an unknown name is an error, and so is the absence of a required one. */
  fromApi(data: unknown, required: readonly string[] = []): ReadValues<Values> {
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      return { values: {}, errors: [{ pointer: '#', detail: 'must be an object' }] };
    const read = this.read(this.byApi, data);
    const absent = required
      .filter((name) => !Object.hasOwn(data, name))
      .map((name) => ({ pointer: `#/${name}`, detail: 'is required' }));
    return absent.length > 0 ? { ...read, errors: [...absent, ...read.errors] } : read;
  }

  /** Reads values in the code's names; absent and undefined are the same. */
  check(values: object): ReadValues<Values> {
    return this.read(this.byName, values);
  }

  private read(fields: ReadonlyMap<string, Field<Values>>, data: object): ReadValues<Values> {
    const values: Record<string, unknown> = {};
    const errors: FieldProblem[] = [];
    for (const [key, value] of Object.entries(data)) {
      if (value === undefined) continue;
      const field = fields.get(key);
      if (!field) {
        errors.push({ pointer: `#/${pointerToken(key)}`, detail: 'is not a field that can be set: remove it' });
        continue;
      }
      const read = field.read(value);
      if (read instanceof Wrong) errors.push({ pointer: `#/${field.api}${read.at}`, detail: read.detail });
      else values[field.name] = read;
    }
    return { values: values as Partial<Values>, errors };
  }
}
