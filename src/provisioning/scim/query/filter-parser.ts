import { ScimProblem } from '../schema/scim-problem.js';
import type { Filter, Literal, ScimFilterOperator } from './filter.js';

const longest = 2_000;
const deepest = 10;
const operators: ReadonlySet<string> = new Set<ScimFilterOperator>([
  'eq',
  'ne',
  'co',
  'sw',
  'ew',
  'gt',
  'ge',
  'lt',
  'le',
]);
const tokenForm = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

interface Token {
  readonly kind: 'bracket' | 'text' | 'word';
  readonly text: string;
}

/** @throws ScimProblem invalidFilter */
export function parseFilter(text: string): Filter {
  if (text.length > longest) throw wrong(`is longer than ${longest} characters`);
  return new Parser(tokensOf(text)).whole();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const rest = text.trimEnd();
  for (tokenForm.lastIndex = 0; tokenForm.lastIndex < rest.length;) {
    const [, bracket, quoted, word] = tokenForm.exec(rest) ?? [];
    if (bracket) tokens.push({ kind: 'bracket', text: bracket });
    else if (quoted) tokens.push({ kind: 'text', text: quoted });
    else if (word) tokens.push({ kind: 'word', text: word });
    else throw wrong('has a text without an end');
  }
  return tokens;
}

/** Precedence: brackets, not, and, or. */
class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Filter {
    const filter = this.either(0);
    if (this.at < this.tokens.length) throw wrong(`goes on with ${this.tokens[this.at].text} where nothing may follow`);
    return filter;
  }

  private either(depth: number): Filter {
    if (depth > deepest) throw wrong(`has more than ${deepest} brackets within each other`);
    return this.joined('or', () => this.joined('and', () => this.term(depth)));
  }

  private joined(kind: 'and' | 'or', next: () => Filter): Filter {
    const parts = [next()];
    while (this.takesWord(kind)) parts.push(next());
    return parts.length === 1 ? parts[0] : { kind, parts };
  }

  private term(depth: number): Filter {
    if (this.takes('(')) return this.closed(depth, ')');
    if (this.peek()?.text.toLowerCase() === 'not' && this.tokens[this.at + 1]?.text === '(') {
      this.at += 2;
      return { kind: 'not', part: this.closed(depth, ')') };
    }
    return this.expression(this.word('an attribute'), depth);
  }

  private expression(path: string, depth: number): Filter {
    if (!this.takes('[')) return this.comparison(path);
    const part = this.closed(depth, ']');
    const follows = this.peek();
    if (follows?.kind !== 'word' || !follows.text.startsWith('.')) return { kind: 'element', path, part };
    this.at += 1;
    // Outside the grammar, but sent: emails[type eq "work"].value eq "a@b.example". Both parts mean the same element.
    return { kind: 'element', path, part: { kind: 'and', parts: [part, this.comparison(follows.text.slice(1))] } };
  }

  private comparison(path: string): Filter {
    const operator = this.word('an operator').toLowerCase();
    if (operator === 'pr') return { kind: 'present', path };
    if (!operators.has(operator)) throw wrong(`has ${operator} where an operator belongs`);
    return { kind: 'compare', path, operator: operator as ScimFilterOperator, value: this.literal(operator) };
  }

  private literal(operator: string): Literal {
    const token = this.peek();
    if (!token || token.kind === 'bracket') throw wrong('ends where a value belongs');
    this.at += 1;
    if (token.kind === 'text') return textIn(token.text);
    const word = token.text;
    if (/^(true|false)$/i.test(word)) return word.toLowerCase() === 'true';
    if (word.toLowerCase() === 'null') return null;
    if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return word;
    // One of Microsoft's examples has no quotation marks: externalId eq jyoung
    if (operator === 'eq') return word;
    throw wrong(`has ${word} where a value in quotation marks belongs`);
  }

  private closed(depth: number, end: string): Filter {
    const filter = this.either(depth + 1);
    if (!this.takes(end)) throw wrong(`lacks a ${end}`);
    return filter;
  }

  private word(expected: string): string {
    const token = this.peek();
    if (token?.kind !== 'word') throw wrong(`has ${token?.text ?? 'its end'} where ${expected} belongs`);
    this.at += 1;
    return token.text;
  }

  private takes(bracket: string): boolean {
    const isNext = this.peek()?.kind === 'bracket' && this.peek()?.text === bracket;
    if (isNext) this.at += 1;
    return isNext;
  }

  private takesWord(word: string): boolean {
    const isNext = this.peek()?.kind === 'word' && this.peek()?.text.toLowerCase() === word;
    if (isNext) this.at += 1;
    return isNext;
  }

  private peek(): Token | undefined {
    return this.tokens[this.at];
  }
}

function textIn(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw wrong('has a text that is not written as in JSON');
  }
}

function wrong(what: string): ScimProblem {
  return ScimProblem.bad('invalidFilter', `The filter ${what}`.slice(0, 300));
}
