/** Ends of what stands in quotes, a comment or brackets: nothing in it belongs to the statement around it. */
const closed = [/^'(?:[^']|'')*'/, /^"[^"]*"/, /^--[^\n]*/, /^\/\*[^]*?\*\//, /^\$(\w*)\$[^]*?\$\1\$/] as const;

/** One word or sign of PL/pgSQL, or something closed as a whole. */
export interface Token {
  readonly text: string;
  readonly kind: 'closed' | 'word' | 'sign';
}

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let rest = source; rest !== ''; rest = rest.slice(tokens[tokens.length - 1].text.length)) {
    const found = closed.map((each) => each.exec(rest)?.[0]).find((each) => each !== undefined);
    const word = /^[a-z_][a-z0-9_]*/i.exec(rest)?.[0];
    if (found) tokens.push({ text: found, kind: 'closed' });
    else if (word) tokens.push({ text: word, kind: 'word' });
    else tokens.push({ text: /^(?:\s+|\d+|[^])/.exec(rest)![0], kind: 'sign' });
  }
  return tokens;
}

/** The commands of a text, each without its semicolon. */
export function commandsOf(text: string): string[] {
  const commands = [''];
  for (const token of tokensOf(text)) {
    if (token.text === ';') commands.push('');
    else if (!token.text.startsWith('--')) commands[commands.length - 1] += token.text;
  }
  return commands.map((each) => each.trim()).filter((each) => each !== '');
}

/** What ends a piece that begins with a word; any other ends with its semicolon. */
const ends: Readonly<Record<string, string>> = {
  if: 'then',
  elsif: 'then',
  for: 'loop',
  while: 'loop',
  begin: 'begin',
  else: 'else',
  loop: 'loop',
};

/** The statements of a body, and what stands between them: `if … then`, `else`, `for … loop`, `begin`. */
export function piecesOf(body: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let first = '';
  let depth = 0;
  for (const { text, kind } of tokensOf(body)) {
    piece += text;
    const word = kind === 'word' ? text.toLowerCase() : '';
    first ||= word;
    if (text === '(' || (word === 'case' && first !== 'case')) depth += 1;
    if (text === ')') depth -= 1;
    const isOver = depth === 0 && (text === ';' || (word !== '' && word === ends[first]));
    if (word === 'end' && first !== 'end') depth -= 1;
    if (!isOver) continue;
    pieces.push(piece);
    piece = '';
    first = '';
  }
  return piece.trim() === '' ? pieces : [...pieces, piece];
}
