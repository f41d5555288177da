import {
  type CST,
  type Document,
  type ErrorCode,
  isCollection,
  isMap,
  isNode,
  isPair,
  LineCounter,
  parseDocument,
  Parser,
  visit,
} from 'yaml';
import type { FieldProblem } from '../../kernel/errors.js';
import { unstorableTexts } from '../../kernel/json/unstorable.js';

const deepest = 30;
const mostNodes = 20_000;
const mostMembers = 1_000;
const mostAliases = 20;

interface ReadYaml {
  readonly value?: unknown;
  /** Each with its line: `12: is nested too deep`. */
  readonly faults: readonly string[];
  /** A problem with the value, with the line of its place. */
  readonly faultAt: (problem: FieldProblem) => string;
}

/**
 * YAML that a stranger wrote. What is nested too deep, has too many members or grows by its aliases is refused before
 * the steps that it would make slow.
 */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  const at = placed(lines);
  const refused = (faults: readonly string[]): ReadYaml => ({ faults, faultAt: ({ detail }) => `1: ${detail}` });

  const outsized = outsizedIn(text);
  if (outsized) return refused([outsized]);
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    merge: true,
    prettyErrors: false,
    resolveKnownTags: false,
  });
  if (document.errors.length > 0)
    return refused(wrongYaml(document, text).map(({ offset, fault }) => at(offset, fault)));
  if (document.warnings.length > 0)
    return refused(document.warnings.map(({ pos: [offset], message }) => at(offset, unusual(message))));
  const wrong = wrongAliases(document);
  if (wrong.length > 0) return refused(wrong.map(({ offset, fault }) => at(offset, fault)));
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    const faultAt = (problem: FieldProblem) => faultIn(document, lines, problem);
    return { value, faults: unstorableTexts(value).map(faultAt), faultAt };
  } catch {
    return refused([`1: has aliases of aliases, which make it too large: write out what they stand for`]);
  }
}

function placed(lines: LineCounter): (offset: number, fault: string) => string {
  return (offset, fault) => `${lines.linePos(offset).line}: ${fault}`;
}

interface Fault {
  readonly offset: number;
  readonly fault: string;
}

/** What people mistype most, with the remedy. */
const mistyped: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'is indented with a tab: use blanks',
  BAD_INDENT: 'is not indented as its neighbours: let all members of one map begin in the same column',
  BLOCK_AS_IMPLICIT_KEY: 'has a second ": " on its line, or is indented wrongly: write texts with a colon in quotes',
  MULTILINE_IMPLICIT_KEY: 'is no member: write a name, a colon, a blank and the value',
};

/** Names that stand twice are each a fault; of anything else the first, because most others come of it. */
function wrongYaml({ errors }: Document, text: string): Fault[] {
  const found = errors.filter(({ code }, index) => code === 'DUPLICATE_KEY' || index === 0);
  return found.map(({ code, pos: [offset], message }) => {
    const [name] = /^[\w-]*/.exec(text.slice(offset, offset + 80))!;
    if (code === 'DUPLICATE_KEY') return { offset, fault: `${name || 'a name'} stands twice in one map: say it once` };
    return { offset, fault: mistyped[code] ?? message };
  });
}

/** What a reader of YAML would guess at. */
function unusual(message: string): string {
  return `${message}: write it without tags and directives`;
}

/** By the tokens alone, without going down into what is nested. */
function outsizedIn(text: string): string | null {
  const lines = new LineCounter();
  const at = placed(lines);
  const waiting: (readonly [token: CST.Token | null | undefined, depth: number])[] = [];
  let nodes = 0;
  for (const document of new Parser(lines.addNewLine).parse(text)) {
    waiting.push([document, 0]);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [token, depth] = next;
      if (!token) continue;
      nodes += 1;
      const { offset } = token;
      if (depth > deepest) return at(offset, `is nested deeper than ${deepest} levels: write it flatter`);
      if (nodes > mostNodes) return at(offset, `has more than ${mostNodes} values: leave some out`);
      if (token.type === 'document') waiting.push([token.value, depth]);
      if (!('items' in token)) continue;
      if (token.items.length > mostMembers) return at(offset, `has more than ${mostMembers} members: leave some out`);
      for (const { key, value } of token.items) waiting.push([key, depth + 1], [value, depth + 1]);
    }
  }
  return null;
}

function wrongAliases(document: Document): Fault[] {
  const found: Fault[] = [];
  let aliases = 0;
  visit(document, {
    Alias: (_, alias, around) => {
      aliases += 1;
      const offset = alias.range?.[0] ?? 0;
      const named = alias.resolve(document);
      if (aliases === mostAliases + 1)
        found.push({ offset, fault: `is one alias more than ${mostAliases}: write out what it stands for` });
      if (!named) found.push({ offset, fault: `*${alias.source} stands for nothing that was said before it` });
      if (named && (around as readonly unknown[]).includes(named))
        found.push({ offset, fault: `*${alias.source} stands within itself: write out what it stands for` });
    },
  });
  return found;
}

function faultIn(document: Document, lines: LineCounter, { pointer, detail }: FieldProblem): string {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `${lines.linePos(offsetOf(document, tokens)).line}: ${tokens.join('/') || 'the file'} ${detail}`;
}

/** Where a place of the document begins; of one that is not there, where the nearest around it begins. */
function offsetOf(document: Document, tokens: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const token of tokens) {
    if (!isCollection(node)) break;
    const item: unknown = isMap(node)
      ? node.items.find(({ key }) => isNode(key) && String(key) === token)
      : node.items[Number(token)];
    if (item === undefined) break;
    node = isPair(item) ? item.value : item;
    const shown = isPair(item) ? item.key : item;
    offset = (isNode(shown) && shown.range?.[0]) || offset;
  }
  return offset;
}
