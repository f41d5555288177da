import { Problem } from '../../kernel/errors.js';
import { bodyLimits, notJson, tooDeep } from './json-body.js';

/**
 * Consecutive elements of a list as they were sent: `json` is a list of `count` elements, starting with element `from`.
 */
export interface RawPart {
  readonly from: number;
  readonly count: number;
  readonly json: Buffer;
}

export interface SplitList {
  /** The member of the outermost object whose list is split. */
  readonly member: string;
  /** Elements per part, except the last. */
  readonly size: number;
}

/**
 * Splits a list out of a JSON body while it arrives, so that a body of any length takes the memory of one part. It
 * looks only for strings, brackets and commas and leaves the parsing to JSON.parse: if every part and `rest` (the body
 * with an empty list in that place) are JSON, so is the body. Works on bytes, not text: it cuts at ASCII commas.
 */
export class JsonListSplitter {
  private readonly outside: Buffer[] = [];
  private held: Buffer[] = [];
  private name: number[] = [];
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private isInList = false;
  private isDone = false;
  private from = 0;
  private commas = 0;

  constructor(private readonly list: SplitList) {}

  /** The parts that these bytes complete. */
  push(bytes: Buffer): RawPart[] {
    const parts: RawPart[] = [];
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.isInText) this.inText(byte);
      else if (byte === quote) this.beginText();
      else if (byte === openList || byte === openObject) {
        const isWanted = byte === openList && this.depth === 1 && this.isNamed();
        this.depth += 1;
        if (this.depth > bodyLimits.deepest) throw tooDeep();
        if (isWanted) {
          this.beginList();
          this.outside.push(bytes.subarray(start, at + 1));
          start = at + 1;
        }
      } else if (byte === closeList || byte === closeObject) {
        if (this.isInList && this.depth === 2) {
          if (byte === closeObject) throw notJson();
          this.hold(bytes.subarray(start, at));
          parts.push(...this.lastPart());
          start = at;
        }
        this.depth -= 1;
      } else if (byte === comma && this.isInList && this.depth === 2) {
        this.commas += 1;
        if (this.commas === this.list.size) {
          this.hold(bytes.subarray(start, at));
          parts.push(this.part(this.commas));
          start = at + 1;
        }
      }
    }
    (this.isInList ? this.held : this.outside).push(bytes.subarray(start));
    return parts;
  }

  /** The body without the elements, once it has arrived whole. */
  rest(): Buffer {
    if (this.isInList) throw notJson();
    return Buffer.concat(this.outside);
  }

  private inText(byte: number): void {
    if (this.depth === 1 && this.name.length < longestName) this.name.push(byte);
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === backslash) this.isEscaped = true;
    else if (byte === quote) this.isInText = false;
  }

  private beginText(): void {
    this.isInText = true;
    if (this.depth === 1) this.name = [quote];
  }

  /** Whether the text before this place is the member's name. If it is no string at all, `rest` will not be JSON. */
  private isNamed(): boolean {
    try {
      return JSON.parse(Buffer.from(this.name).toString()) === this.list.member;
    } catch {
      return false;
    }
  }

  private beginList(): void {
    if (this.isDone) throw new Problem('malformed', `The body has ${this.list.member} twice`);
    this.isInList = true;
    this.isDone = true;
  }

  private hold(bytes: Buffer): void {
    this.held.push(bytes);
  }

  private part(count: number): RawPart {
    const part = { from: this.from, count, json: Buffer.concat([listBegin, ...this.held, listEnd]) };
    this.held = [];
    this.from += count;
    this.commas = 0;
    return part;
  }

  /** None when the list is empty; nothing after a comma is not JSON. */
  private lastPart(): RawPart[] {
    const isBlank = this.held.every((bytes) => bytes.every((byte) => blanks.includes(byte)));
    if (isBlank && this.from + this.commas > 0) throw notJson();
    const part = this.part(this.commas + 1);
    this.isInList = false;
    return isBlank ? [] : [part];
  }
}

const longestName = 100;
const blanks: readonly number[] = [...Buffer.from(' \t\r\n')];
const [quote, backslash, openList, closeList, openObject, closeObject, comma] = Buffer.from('"\\[]{},');
const [listBegin, listEnd] = [Buffer.from('['), Buffer.from(']')];
