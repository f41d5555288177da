const deepest = 20;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** What is wrong with a body as JSON; in words that say the remedy, without any of its content. */
export class NotPlainJson extends Error {
  override readonly name = 'NotPlainJson';
}

/**
 * JSON from a stranger: valid UTF-8, at most 20 levels, no name twice in one object (readers differ in which one counts), none that
 * JavaScript gives a meaning of its own. One pass looks at the text before anything is made of it.
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

/** Goes from one bracket or text to the next; whether all of it is JSON is for the parser to say. */
function look(text: string): void {
  const objects: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      if (objects.push(sign === '{' ? new Set() : null) > deepest) throw new NotPlainJson(`the body has more than ${deepest} levels`);
    } else if (sign === '}' || sign === ']') {
      objects.pop();
    } else if (sign === '"') {
      const end = endOfText(text, at);
      const names = objects.at(-1);
      if (names && isName(text, end)) take(names, text.slice(at, end + 1));
      at = end;
    }
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  throw new NotPlainJson('the body is not JSON');
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function take(names: Set<string>, written: string): void {
  let name: unknown;
  try {
    name = JSON.parse(written);
  } catch {
    throw new NotPlainJson('the body is not JSON');
  }
  if (forbidden.has(String(name))) throw new NotPlainJson('the body has a member named __proto__, constructor or prototype');
  if (names.has(String(name))) throw new NotPlainJson('the body has a member twice in one object');
  names.add(String(name));
}
