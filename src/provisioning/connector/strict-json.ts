const deepest = 20;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** What is wrong with a body as JSON; in words that say the remedy, without any of its content. */
export class NotPlainJson extends Error {
  override readonly name = 'NotPlainJson';
}

/**
 * JSON from a stranger: valid UTF-8, at most 20 levels, no name twice in one object (readers differ in which one
 * counts), none that JavaScript gives a meaning of its own. One pass looks at the text before anything is made of it.
 * @throws NotPlainJson
 */
export function strictJson(body: Buffer): unknown {
  const text = decoded(body);
  look(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotPlainJson('the body is not JSON');
  }
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new NotPlainJson('the body is not UTF-8');
  }
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openList = 0x5b;
const closeList = 0x5d;

/** Goes from one bracket or text to the next; whether all of it is JSON is for the parser to say. */
function look(text: string): void {
  const objects: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfText(text, at);
      const names = objects.length > 0 ? objects[objects.length - 1] : null;
      if (names && isName(text, end)) take(names, text.slice(at + 1, end));
      at = end;
    } else if (sign === openObject || sign === openList) {
      if (objects.push(sign === openObject ? new Set() : null) > deepest)
        throw new NotPlainJson(`the body has more than ${deepest} levels`);
    } else if (sign === closeObject || sign === closeList) {
      objects.pop();
    }
  }
}

/** From quote to quote; one behind an odd number of backslashes is part of the text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  throw new NotPlainJson('the body is not JSON');
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text.charCodeAt(at) === colon;
}

function take(names: Set<string>, written: string): void {
  const name = written.includes('\\') ? unescaped(written) : written;
  if (forbidden.has(name)) throw new NotPlainJson('the body has a member named __proto__, constructor or prototype');
  if (names.has(name)) throw new NotPlainJson('the body has a member twice in one object');
  names.add(name);
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    throw new NotPlainJson('the body is not JSON');
  }
}
