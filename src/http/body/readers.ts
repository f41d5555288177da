import { writtenInstant } from '../../kernel/clock.js';
import { isUuid } from '../../kernel/ids.js';
import { isObject } from '../../kernel/json/is-object.js';
import { isMailbox } from '../../kernel/mailbox.js';

/**
 * A reader's answer to a bad value: `detail` says what is allowed, `at` names the place inside the value
 * (`/0/address`).
 */
export class Wrong {
  constructor(
    readonly detail: string,
    readonly at = '',
    /** Further problems inside the same value. */
    readonly others: readonly Wrong[] = [],
  ) {}

  /** All of them as one; undefined when there are none. */
  static all(found: readonly Wrong[]): Wrong | undefined {
    if (found.length < 2) return found.at(0);
    const [{ detail, at }, ...others] = found;
    return new Wrong(detail, at, others);
  }
}

/** Turns a value of unknown type into the stored form, or says what is wrong with it. */
export type Reader = (value: unknown) => unknown;

/** Trimmed NFC text of 1 to `maximum` characters without control characters. */
export function readText(maximum: number): Reader {
  return (value) => {
    if (typeof value !== 'string') return new Wrong('must be text');
    const clean = value.normalize('NFC').trim();
    if (clean.length === 0 || clean.length > maximum) return new Wrong(`must have 1 to ${maximum} characters`);
    return hasControl(clean) ? new Wrong('must not contain control characters') : clean;
  };
}

/** Text as it was written, such as a password. */
export function readRaw(value: unknown): unknown {
  return typeof value === 'string' ? value : new Wrong('must be text');
}

/** The same, of `least` to `most` characters. */
export function readVerbatim(most: number, least = 1): Reader {
  return (value) => {
    if (typeof value !== 'string') return new Wrong('must be text');
    return value.length < least || value.length > most ? new Wrong(`must have ${least} to ${most} characters`) : value;
  };
}

/** Text of that form, as it was written. */
export function readMatching(form: RegExp, detail: string): Reader {
  return (value) => (typeof value === 'string' && form.test(value) ? value : new Wrong(detail));
}

/** A part that is read elsewhere, once it is known what it is for. */
export function readLater(value: unknown): unknown {
  return value;
}

/** An object whose members are read elsewhere. */
export function readObject(value: unknown): unknown {
  return isObject(value) ? value : new Wrong('must be an object');
}

/** `least` to `most` items; a wrong one is pointed at. */
export function readListOf(read: Reader, least: number, most: number): Reader {
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return new Wrong(`must be a list of ${least} to ${most} items`);
    const items = value.map(read);
    const wrong = items.flatMap((item, index) =>
      item instanceof Wrong ? [item, ...item.others].map(({ detail, at }) => new Wrong(detail, `/${index}${at}`)) : [],
    );
    return Wrong.all(wrong) ?? items;
  };
}

/** true or false, where 0 and 1 are not meant. */
export function readTruth(value: unknown): unknown {
  return typeof value === 'boolean' ? value : new Wrong('must be true or false');
}

/** As `text`, with line breaks and tabs; an empty text counts as absent. */
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

/** A mailbox address. */
export function readEmail(value: unknown): unknown {
  const clean = readEmailText(value);
  return typeof clean === 'string' && !isMailbox(clean)
    ? new Wrong('must be an e-mail address such as eva@example.com')
    : clean;
}

const readEmailText = readText(254);

/** A mailbox address; an empty text counts as absent. */
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

export function readOneOf(words: readonly string[]): Reader {
  return (value) => (words.includes(value as string) ? value : new Wrong(`must be one of ${words.join(', ')}`));
}

export function readSomeOf(words: readonly string[]): Reader {
  return (value) => {
    const isRight =
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((each) => words.includes(each as string));
    return isRight ? value : new Wrong(`must be a list of one or more of ${words.join(', ')}, each once`);
  };
}

/** The API says 0 or 1, the code says false or true. */
export function readFlag(value: unknown): unknown {
  if (value === 0 || value === false) return false;
  return value === 1 || value === true ? true : new Wrong('must be 0 or 1');
}

/** The same where false and true are refused. */
export function readNumericFlag(value: unknown): unknown {
  return value === 0 || value === 1 ? value === 1 : new Wrong('must be 0 or 1');
}

export function id(value: unknown): unknown {
  return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : new Wrong('must be an id (UUID)');
}

/** ISO 8601 with zone, as UTC with milliseconds. */
export function instant(value: unknown): unknown {
  const read = typeof value === 'string' ? writtenInstant(value) : undefined;
  if (read !== undefined) return read;
  return new Wrong('must be an ISO 8601 date-time with time zone, such as 2026-05-14T13:00:00Z');
}

/** The same, or null. */
export function readOrNull(read: Reader): Reader {
  return (value) => (value === null ? null : read(value));
}

/** Control characters and halves of surrogate pairs, which PostgreSQL would refuse or alter. */
export function hasControl(value: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(value);
}
