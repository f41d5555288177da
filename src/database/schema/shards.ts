import { piecesOf, tokensOf } from './plpgsql.js';

const marked = /\{[a-z_]+\}/;
const everyMark = /\{([a-z_]+)\}/g;
/** Of a row of a table that stands whole on every node: is it the business of the shards beside? */
const everyBeside = /\{beside:([a-z_.]+)\}/g;
const isFunction = /\bcreate or replace function\b/;
/** Its triggers fire on every node; each one writes what belongs to its own shards. */
const ofEveryNode = /\bfunction usher_(?:audit|end_sessions_of)_organizations\(/;
/**
 * What these do is not a tenant's: the service does it where tables are distributed. A transaction that writes on
 * several nodes may not notify.
 */
const ofService = /\bfunction (?:claim_portal_address|usher_announce)\(/;
const isNotify = /^\s*perform pg_notify\b/;
/** What is told of a change: made of the transition tables alone, by the longest statement of all. */
const entries = /^insert into \{audit_entries\} (\([^)]*\))\s*select\b([^]*?)\nfrom (\([^]*);$/;
/** Set by PostgreSQL in every trigger function. */
const given = ['tg_op', 'tg_argv', 'tg_table_name', 'here'];

/** A function as it stands on ordinary tables: `{users}` is the table users. */
export function besideTables(text: string): string {
  return isFunction.test(text) ? text.replaceAll(everyBeside, 'true').replaceAll(everyMark, '$1') : text;
}

/**
 * The same function where tables are distributed. A trigger fires on a shard, in the database of a worker, and the rows
 * of its tenant stand in the shards beside it. So every statement that touches a table is executed as text in which
 * usher_here names these shards; variables become parameters. PostgreSQL hands the transition tables to such a text, as
 * it does not to a statement that Citus plans.
 */
export function besideShards(text: string): string {
  if (!/\breturns trigger\b/.test(text) || !(marked.test(text) || ofService.test(text))) return besideTables(text);
  const parts = /^([^]*?\bas )(\$\w*\$)([^]*?)(\2[^]*)$/.exec(text);
  if (!parts) throw new Error(`No body of a function: ${text.slice(0, 200)}`);
  const [, head, quote, body, rest] = parts;
  if (ofService.test(head)) return `${head}${quote}\nbegin\n  return null;\nend;\n${rest}`;
  const [, declared = '', block] = /^([^]*?)(\bbegin\b[^]*)$/.exec(body)!;
  const names = [...namesIn(declared), ...given];
  const pieces = piecesOf(block.replaceAll(everyBeside, 'usher_is_beside($1, here)'))
    .map((piece) => (isNotify.test(piece) ? ' null;' : piece))
    .map((piece) => (marked.test(piece) ? executed(piece, names) : piece));
  const declare = /\bdeclare\b/.test(declared) ? declared : `${declared}declare\n`;
  const isEverywhere = ofEveryNode.test(head);
  const here = isEverywhere ? 'here text' : 'here constant text := usher_place(tg_relid)';
  const written = isEverywhere ? onEachPlace(pieces) : pieces.join('');
  const made = written.includes('entries_here') ? '  entries_here public.audit_entries[];\n' : '';
  return `${head}${quote}${declare}  ${here};\n  is_so_here boolean;\n${made}${written}${rest}`;
}

function onEachPlace([begin, ...pieces]: readonly string[]): string {
  const each = pieces.slice(0, -2).map((piece) => piece.replace('return null;', 'continue;'));
  const last = pieces.slice(-2).join('');
  return `${begin}\n  for here in select usher_places(tg_relid) loop${each.join('')}\n  end loop;${last}`;
}

function namesIn(declared: string): string[] {
  const plain = tokensOf(declared)
    .map(({ text, kind }) => (kind === 'closed' && text.startsWith('--') ? '' : text))
    .join('');
  const [, list = ''] = plain.split(/\bdeclare\b/);
  return list
    .split(';')
    .map((each) => /^\s*(\w+)/.exec(each)?.[1])
    .filter((each) => each !== undefined);
}

function executed(piece: string, names: readonly string[]): string {
  const [, space, statement] = /^((?:\s|--[^\n]*\n)*)([^]*)$/.exec(piece)!;
  return `${space}${executedStatement(statement, names)}`;
}

function executedStatement(statement: string, names: readonly string[]): string {
  const text = /^execute\b([^]*?)(\busing\b[^$]*)?;$/.exec(statement);
  if (text) return `execute usher_here(${text[1].trim()}, here) ${text[2] ?? ''};`;
  const condition = /^if\b([^]*)\bthen$/.exec(statement);
  if (condition) {
    const { sql, using } = withParameters(`select ${condition[1].trim()}`, names);
    return `execute usher_here($here$${sql}$here$, here) into is_so_here${using};\n  if is_so_here then`;
  }
  const selected = /^select\b([^]*?)\binto\b([^]*?)\b(from\b[^]*);$/.exec(statement);
  if (selected) {
    const { sql, using } = withParameters(`select${selected[1]} ${selected[3]}`, names);
    return `execute usher_here($here$${sql}$here$, here) into ${selected[2].trim()}${using};`;
  }
  const [, columns, list, changes = ''] = entries.exec(statement) ?? [];
  if (changes && !marked.test(changes)) return gathered(columns, list, changes);
  if (!/^(?:insert|update|delete|with)\b/.test(statement))
    throw new Error(`This cannot be executed beside a shard: ${statement}`);
  const { sql, using } = withParameters(statement.slice(0, -1), names);
  return `execute usher_here($here$${sql}$here$, here)${using};`;
}

/**
 * A text is planned each time, so the long part is no text: PostgreSQL keeps its plan. Its
 * columns are all of the table, in the table's order.
 */
function gathered(columns: string, list: string, changes: string): string {
  return `entries_here := array(select row(${list})::public.audit_entries from ${changes});
  execute usher_here($here$insert into {audit_entries} ${columns} select * from unnest($1)$here$, here)
    using entries_here;`;
}

/** Each variable is one parameter; of `new`, `old` and whole rows, each column is. */
function withParameters(sql: string, names: readonly string[]): { sql: string; using: string } {
  const used: string[] = [];
  const parameter = (name: string) => {
    if (!used.includes(name)) used.push(name);
    return `$${used.indexOf(name) + 1}`;
  };
  const tokens = tokensOf(sql);
  const written = tokens.map(({ text, kind }) => (kind === 'closed' && text.startsWith('--') ? '' : text));
  for (const [index, { text, kind }] of tokens.entries()) {
    if (kind !== 'word' || tokens[index - 1]?.text === '.' || written[index] === '') continue;
    const next = tokens[index + 1]?.text;
    const isRow = ['new', 'old'].includes(text) || names.includes(text);
    if (next === '.' && isRow) {
      written[index] = parameter(`${text}.${tokens[index + 2].text}`);
      written[index + 1] = '';
      written[index + 2] = '';
    } else if (names.includes(text) && next !== '(' && next !== '.') written[index] = parameter(text);
  }
  return { sql: written.join(''), using: used.length > 0 ? ` using ${used.join(', ')}` : '' };
}
