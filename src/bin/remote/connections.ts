import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { typed } from './asking.js';
import { printLine, printJson, table } from './output.js';
import type { Api, RemoteApi } from './remote-api.js';
import { apiOf, type RemoteOptions } from './remote-options.js';
import { RemoteProblem } from './remote-problem.js';

type Connection = Api<'ConnectionDto'>;

interface AddOptions extends RemoteOptions {
  readonly connector: string;
  readonly set: readonly string[];
  readonly secret: readonly string[];
  readonly preset?: string;
  readonly disabled?: boolean;
}

interface WatchOptions extends RemoteOptions {
  readonly interval: number;
  readonly once?: boolean;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `usher connections add`. */
export async function addConnection(name: string, options: AddOptions): Promise<void> {
  const secrets: Record<string, unknown> = {};
  for (const each of options.secret) {
    const [key, value] = pair(each, '--secret');
    secrets[key] = value ?? (await typed(`${key}: `, true));
  }
  const settings = Object.fromEntries(options.set.map((each) => settingOf(each)));
  const made = await apiOf(options).call('post', '/connections', {
    body: {
      name,
      connector: options.connector,
      settings,
      secrets,
      target: { console: 'built-in' },
      ...(options.preset ? { access: { preset: options.preset } } : {}),
      enabled: !options.disabled,
    },
  });
  if (options.json) return printJson(made);
  printLine(`${made.name} is added: ${made.id} (${made.status})`);
  if (made.hook_path) printLine(`It is told things at ${made.hook_path}`);
  if (made.token) printLine(`Its token, shown once: ${made.token}`);
  printLine(`usher connections test ${made.id} tries its settings.`);
}

/** `usher connections test`: exit code 1 when a check fails. */
export async function testConnection(which: string, options: RemoteOptions): Promise<void> {
  const api = apiOf(options);
  const { id } = await connectionOf(api, which);
  const { ok, checks } = await api.call('post', '/connections/{id}/test', { path: { id } });
  if (!ok) process.exitCode = 1;
  if (options.json) return printJson({ ok, checks });
  const rows = checks.map((check) => [check.ok ? 'ok' : 'FAIL', check.name, check.detail, check.remedy]);
  printLine(table(['', 'check', 'found', 'what to do'], rows));
}

/** `usher connections watch`: how each fares, then a line whenever that changes, until told to stop. */
export async function watchConnections(which: string | undefined, options: WatchOptions): Promise<void> {
  const api = apiOf(options);
  const chosen = which === undefined ? undefined : (await connectionOf(api, which)).id;
  const look = async () => (await all(api)).filter(({ id }) => chosen === undefined || id === chosen);
  let known = await look();
  if (options.json) for (const each of known) printLine(JSON.stringify(each));
  else printLine(table(['connection', 'connector', 'status', 'problem'], known.map(stateOf)));
  while (!options.once) {
    await pause(options.interval * 1000);
    const now = await look();
    const before = new Map(known.map((each) => [each.id, stateOf(each).join('\n')]));
    const changed = now.filter((each) => before.get(each.id) !== stateOf(each).join('\n'));
    for (const each of changed) printLine(options.json ? JSON.stringify(each) : lineOf(each));
    for (const each of known.filter(({ id }) => now.every((other) => other.id !== id)))
      if (!options.json) printLine(`${new Date().toISOString()}  ${each.name}  deleted`);
    known = now;
  }
}

function stateOf({ name, connector, status, last_problem: problem }: Connection): string[] {
  return [name, connector, status, problem?.detail ?? ''];
}

function lineOf(connection: Connection): string {
  return [new Date().toISOString(), ...stateOf(connection)].filter(Boolean).join('  ');
}

/** By its id, or by its name where only one has it. */
async function connectionOf(api: RemoteApi, which: string): Promise<Connection> {
  if (isId.test(which)) return api.call('get', '/connections/{id}', { path: { id: which } });
  const found = (await all(api)).filter(({ name }) => name.toLowerCase() === which.toLowerCase());
  if (found.length === 1) return found[0];
  throw new RemoteProblem(
    'refused',
    found.length === 0 ? `There is no connection ${which}` : `${found.length} connections are named ${which}`,
    found.length === 0
      ? 'usher connections watch --once lists them'
      : `name its id: ${found.map(({ id }) => id).join()}`,
  );
}

async function all(api: RemoteApi): Promise<Connection[]> {
  const found: Connection[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await api.call('get', '/connections', { query: { page, page_size: 100, sort: 'name:asc' } });
    found.push(...answer._embedded.connections);
    if (found.length >= answer.total_items || answer._embedded.connections.length === 0) return found;
  }
}

function pair(text: string, option: string): [name: string, value: string | undefined] {
  const [, name, , value] = /^([a-z][a-z0-9_]*)(=(.*))?$/s.exec(text) ?? [];
  if (!name) throw new RemoteProblem('not understood', `${option} ${text}: expected name=value`);
  return [name, value?.startsWith('@') ? contentOf(value.slice(1)) : value];
}

/** 5010, true and {"type":"…"} are what JSON makes of them; anything else is text. */
function settingOf(text: string): [string, unknown] {
  const [name, value] = pair(text, '--set');
  if (value === undefined) throw new RemoteProblem('not understood', `--set ${text}: expected name=value`);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new RemoteProblem('not understood', `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
