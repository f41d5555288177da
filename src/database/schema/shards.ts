import { createHash } from 'node:crypto';
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
/** What connections are called, of the changed rows. */
const connectionNames =
  /^select jsonb_object_agg\([^]*\binto names\s+from \(select distinct x\.organization_id, x\.(\w+) as connection_id from (\w+) x\b/;
/** Names of transition tables. PostgreSQL hands them to a text, not to a prepared statement. */
const transitions = new Set(['added', 'was', 'changed', 'removed']);
const isCountAsked = /^\s*get diagnostics\b/;
/** More rows are not worth a text of their values. */
const mostKept = 20;
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
 * it does not to a statement that Citus plans. What needs none of them is prepared by usher_kept: a text is planned at
 * each call, for a table of many months in a third of a millisecond.
 */
export function besideShards(text: string): string {
  if (!/\breturns trigger\b/.test(text) || !(marked.test(text) || ofService.test(text))) return besideTables(text);
  const parts = /^([^]*?\bas )(\$\w*\$)([^]*?)(\2[^]*)$/.exec(text);
  if (!parts) throw new Error(`No body of a function: ${text.slice(0, 200)}`);
  const [, head, quote, body, rest] = parts;
  if (ofService.test(head)) return `${head}${quote}\nbegin\n  return null;\nend;\n${rest}`;
  const [, declared = '', block] = /^([^]*?)(\bbegin\b[^]*)$/.exec(body)!;
  const names = [...namesIn(declared), ...given];
  const isEverywhere = ofEveryNode.test(head);
  const statements = piecesOf(block.replaceAll(everyBeside, 'usher_is_beside($1, here)'));
  const pieces = statements
    .map((piece) => (isNotify.test(piece) ? ' null;' : piece))
    .map((piece, index) => {
      if (isCountAsked.test(piece) && isGathered(statements[index - 1])) return gatheredCount(piece);
      if (!marked.test(piece)) return piece;
      const isCounted = isCountAsked.test(statements[index + 1] ?? '') && !isGathered(piece);
      return executed(piece, names, !isEverywhere && !isCounted);
    });
  const declare = /\bdeclare\b/.test(declared) ? declared : `${declared}declare\n`;
  // Looked up only where a text is executed: what is kept knows its shards.
  const written = isEverywhere
    ? onEachPlace(pieces)
    : pieces.join('').replaceAll(/, here\)/g, ', usher_place(tg_relid))');
  const made = written.includes('entries_here')
    ? '  entries_here public.audit_entries[];\n  owners_here uuid[];\n  connections_here uuid[];\n'
    : '';
  const here = isEverywhere ? '  here text;\n' : '';
  return `${head}${quote}${declare}${here}  is_so_here boolean;\n${made}${written}${rest}`;
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

function executed(piece: string, names: readonly string[], mayBeKept: boolean): string {
  const statement = statementIn(piece);
  return `${piece.slice(0, piece.length - statement.length)}${executedStatement(statement, names, mayBeKept)}`;
}

/** Without the space and the comments before it. */
function statementIn(piece: string): string {
  return piece.replace(/^(?:\s|--[^\n]*\n)*/, '');
}

function executedStatement(statement: string, names: readonly string[], mayBeKept: boolean): string {
  const text = /^execute\b([^]*?)(\busing\b[^$]*)?;$/.exec(statement);
  if (text) return `execute usher_here(${text[1].trim()}, here) ${text[2] ?? ''};`;
  const run = (sql: string, into = '') => executedText(withParameters(sql, names), into, mayBeKept);
  const condition = /^if\b([^]*)\bthen$/.exec(statement);
  if (condition) return `${run(`select ${condition[1].trim()}`, ' into is_so_here')}\n  if is_so_here then`;
  const [, column, changed] = connectionNames.exec(statement) ?? [];
  if (column) return gatheredNames(column, changed);
  const selected = /^select\b([^]*?)\binto\b([^]*?)\b(from\b[^]*);$/.exec(statement);
  if (selected) return run(`select${selected[1]} ${selected[3]}`, ` into ${selected[2].trim()}`);
  const [, columns, list, changes = ''] = entries.exec(statement) ?? [];
  if (changes && !marked.test(changes)) return gathered(columns, list, changes, mayBeKept);
  if (!/^(?:insert|update|delete|with)\b/.test(statement))
    throw new Error(`This cannot be executed beside a shard: ${statement}`);
  return run(statement.slice(0, -1));
}

function executedText({ sql, used }: Parameterized, into: string, mayBeKept: boolean): string {
  if (mayBeKept && !tokensOf(sql).some(({ text }) => transitions.has(text))) return kept(sql, used, into);
  const using = used.length > 0 ? ` using ${used.join(', ')}` : '';
  return `execute usher_here($here$${sql}$here$, here)${into}${using};`;
}

/** EXECUTE takes its values as text only. */
function kept(sql: string, used: readonly string[], into = ''): string {
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 12);
  const types = used.map((each) => `pg_typeof(${each})`).join(', ');
  const values = used.length > 0 ? `(${used.map(() => '%L').join(', ')})` : '';
  const name = `usher_kept($here$${sql}$here$, '${digest}', tg_relid, array[${types}]::regtype[])`;
  return `execute format('execute %s${values}', ${[name, ...used].join(', ')})${into};`;
}

function isGathered(piece = ''): boolean {
  const [, , , changes = ''] = entries.exec(statementIn(piece)) ?? [];
  return changes !== '' && !marked.test(changes);
}

/** The longest part is no text: PostgreSQL keeps its plan. Its columns are all of the table, in the table's order. */
function gathered(columns: string, list: string, changes: string, mayBeKept: boolean): string {
  const sql = `insert into {audit_entries} ${columns} select * from unnest($1)`;
  const gather = `entries_here := array(select row(${list})::public.audit_entries from ${changes});`;
  const text = `execute usher_here($here$${sql}$here$, here) using entries_here;`;
  if (!mayBeKept) return `${gather}\n  ${text}`;
  return `${gather}
  if cardinality(entries_here) between 1 and ${mostKept} then
    ${kept(sql, ['entries_here'])}
  elsif cardinality(entries_here) > 0 then
    ${text}
  end if;`;
}

/** As the statement says, of ids that are gathered by a kept plan. */
function gatheredNames(column: string, changed: string): string {
  const sql =
    'select jsonb_object_agg(k.id, k.name) from {connections} k where k.organization_id = any ($1) and k.id = any ($2)';
  return `owners_here := array(select distinct x.organization_id from ${changed} x where x.${column} is not null);
    if cardinality(owners_here) > 0 then
      connections_here := array(select distinct x.${column} from ${changed} x where x.${column} is not null);
      ${kept(sql, ['owners_here', 'connections_here'], ' into names')}
    end if;`;
}

/** What EXECUTE wrote is not counted. */
function gatheredCount(piece: string): string {
  return piece.replace(/get diagnostics (\w+) = row_count;/, '$1 := cardinality(entries_here);');
}

interface Parameterized {
  readonly sql: string;
  /** What its parameters are. */
  readonly used: readonly string[];
}

/** Each variable is one parameter; of `new`, `old` and whole rows, each column is. */
function withParameters(sql: string, names: readonly string[]): Parameterized {
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
  return { sql: written.join(''), used };
}
