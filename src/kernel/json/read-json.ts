import { isUtf8 } from 'node:buffer';
import type { FieldProblem } from '../errors.js';
import { JsonStructure, type StructureLimits } from './json-structure.js';
import { unstorableTexts } from './unstorable.js';

export interface JsonLimits extends StructureLimits {
  /** Refuses texts that PostgreSQL cannot store. */
  readonly storable?: boolean;
}

export type JsonFault = 'encoding' | 'syntax' | 'depth' | 'reserved' | 'repeated' | 'unstorable';

/** Why bytes were not accepted as JSON. The message contains none of their content. */
export class NotJson extends Error {
  override readonly name = 'NotJson';

  constructor(
    readonly fault: JsonFault,
    message: string,
    /** The wrong places, when the text is JSON nevertheless. */
    readonly problems: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

/** In valid UTF-8, texts that cannot be stored must be written as these escapes. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i;

/**
 * Reads a value from outside bytes: UTF-8 with or without a byte order mark. Checks the depth before it parses.
 * `elementPointer` is the place of an element whose text was cut out of a list.
 * @throws NotJson
 */
export function readJson(
  bytes: Buffer,
  limits: JsonLimits,
  elementPointer = (index: string): string => `#/${index}`,
): unknown {
  if (!isUtf8(bytes)) throw new NotJson('encoding', 'the body is not UTF-8');
  const text = bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0);
  const structure = new JsonStructure(limits, elementPointer).of(text);
  if (structure.isTooDeep) throw new NotJson('depth', `the body has more than ${limits.deepest} levels`);
  const value = parsed(text);
  if (structure.isReserved)
    throw new NotJson('reserved', 'the body has a member named __proto__, constructor or prototype');
  if (structure.repeated)
    throw new NotJson('repeated', 'the body has a member twice in one object', [structure.repeated]);
  if (limits.storable && unstorableEscape.test(text)) {
    const problems = Array.isArray(value)
      ? value.flatMap((element, index) => unstorableTexts(element, elementPointer(String(index))))
      : unstorableTexts(value);
    if (problems.length > 0) throw new NotJson('unstorable', 'the body has texts that cannot be stored', problems);
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotJson('syntax', 'the body is not JSON');
  }
}

function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
