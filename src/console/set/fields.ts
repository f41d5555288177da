import { instantAt } from '../../kernel/clock.js';
import { type FieldProblem, pointerToken } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { isMailbox } from '../../kernel/mailbox.js';

/**
 * What a reader answers when a value will not do: `detail` says what would, `at` where inside the value (`/0/address`).
 */
export class Wrong {
  constructor(
    readonly detail: string,
    readonly at = '',
  ) {}
}

/** Turns a value of unknown type into the stored form, or says what is wrong with it. */
export type Reader = (value: unknown) => unknown;

/** One writable field: how the API calls it, how the code calls it, what it may hold. */
export interface Field<Values> {
  readonly api: string;
  readonly name: keyof Values & string;
  readonly read: Reader;
  /** Set by Usher itself, never by a client. */
  readonly internal?: boolean;
}

export interface ReadValues<Values> {
  readonly values: Partial<Values>;
  readonly errors: readonly FieldProblem[];
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

/** Trimmed NFC text of 1 to `maximum` characters without control characters. */
export function readText(maximum: number): Reader {
  return (value) => {
    if (typeof value !== 'string') return new Wrong('must be text');
    const clean = value.normalize('NFC').trim();
    if (clean.length === 0 || clean.length > maximum) return new Wrong(`must have 1 to ${maximum} characters`);
    return hasControl(clean) ? new Wrong('must not contain control characters') : clean;
  };
}

/** As `text`, with line breaks and tabs; an empty text counts as none. */
export function prose(maximum: number): Reader {
  return (value) => {
    if (typeof value !== 'string') return new Wrong('must be text');
    const clean = value.normalize('NFC').trim();
    if (clean.length > maximum) return new Wrong(`must have at most ${maximum} characters`);
    return hasControl(clean.replace(/[\r\n\t]/g, ''))
      ? new Wrong('must not contain control characters')
      : clean || null;
  };
}

/** The address of a mailbox; an empty text counts as none. */
export function mailbox(maximum: number): Reader {
  const read = prose(maximum);
  return (value) => {
    const clean = read(value);
    return typeof clean === 'string' && !isMailbox(clean)
      ? new Wrong('must be an e-mail address such as eva@example.com')
      : clean;
  };
}

export function wholeNumber(minimum: number, maximum: number): Reader {
  return (value) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? value
      : new Wrong(`must be a whole number from ${minimum} to ${maximum}`);
}

/** The API says 0 or 1, the code says false or true. */
export function readFlag(value: unknown): unknown {
  if (value === 0 || value === false) return false;
  return value === 1 || value === true ? true : new Wrong('must be 0 or 1');
}

export function id(value: unknown): unknown {
  return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : new Wrong('must be an id (UUID)');
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** ISO 8601 with zone, as UTC with milliseconds. */
export function instant(value: unknown): unknown {
  if (typeof value === 'string' && instantForm.test(value)) {
    const read = instantAt(Date.parse(value));
    if (read !== undefined && value.slice(8, 10) <= lastDayOf(value)) return read;
  }
  return new Wrong('must be an ISO 8601 date-time with time zone, such as 2026-05-14T13:00:00Z');
}

/** The same, or null. */
export function readOrNull(read: Reader): Reader {
  return (value) => (value === null ? null : read(value));
}

/** Date.parse lets 31 February pass as 3 March. */
function lastDayOf(value: string): string {
  return String(new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate());
}

/** Control characters and halves of surrogate pairs, which PostgreSQL would refuse or alter. */
export function hasControl(value: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(value);
}
