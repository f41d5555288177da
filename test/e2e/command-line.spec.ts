import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { DataFolder } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

let data: DataFolder;
let database: TestDatabase;
let home: string;
let service: RunningService;
let hotel: SimulatedHotel;
beforeAll(async () => {
  data = await DataFolder.make();
  home = await mkdtemp(path.join(tmpdir(), 'usher-home-'));
  database = await createMigratedDatabase();
  service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: data.path });
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
});
afterAll(async () => {
  await hotel.stop();
  await service.kill();
  await database.drop();
  await data.remove();
  await rm(home, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function begun(args: readonly string[], around: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: home, ...around };
  const child = spawn(process.execPath, ['dist/bin/usher.js', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const words = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => void (words.out += chunk.toString('latin1')));
  child.stderr.on('data', (chunk: Buffer) => void (words.err += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...words })));
  return { child, words, ended };
}

/** What somebody types, and what they answer to its questions. */
function usher(args: readonly string[], input = '', around: Record<string, string> = {}): Promise<Ended> {
  const { child, ended } = begun(args, around);
  child.stdin.end(input);
  return ended;
}

test('login proves the key, and keeps it where only its owner reads it', async () => {
  const wrong = await usher(['login', service.url], 'usher_wrong_key\n');
  expect([wrong.code, wrong.err]).toEqual([
    4,
    expect.stringMatching(/unknown, expired or revoked.*\n {2}→ usher login/),
  ]);
  const { code, out, err } = await usher(['login', `${service.url}/`], `${service.token}\n`);
  expect([code, err]).toEqual([0, '']);
  const file = path.join(home, 'usher', 'profiles.json');
  expect(out).toBe(`Signed in at ${service.url}. The key is in ${file}, as the profile default.\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ default: { url: service.url, key: service.token } });
});

test('a key that cannot be kept is said to work, and how to go on without a file', async () => {
  const { code, err } = await usher(['login', service.url], `${service.token}\n`, { XDG_CONFIG_HOME: '/proc/usher' });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^The key works, but \/proc\/usher\/\S+ cannot be written \(E\w+\)\n {2}→ set XDG_CONFIG_HOME/,
    ),
  ]);
});

test('an operator signs in by password, as a profile of its own', async () => {
  const [role] = (await service.call('GET', '/roles')).body._embedded?.roles ?? [];
  const [email, password] = ['night@example.com', 'correct horse battery staple'];
  await service.call('POST', '/operators', { name: 'Night desk', email, password, role_id: role.id });
  const signedIn = await usher(['login', service.url, '--email', email, '--profile', 'night'], `${password}\n`);
  expect([signedIn.code, signedIn.err]).toEqual([0, '']);
  expect((await usher(['users', 'find', 'nobody', '--profile', 'night'])).out).toBe(
    'Nobody has nobody in a name or address.\n',
  );
});

test('a connection is added, tested and watched', async () => {
  const settings = ['--set', 'host=127.0.0.1', '--set', `port=${hotel.port}`, '--set', 'time_zone=Europe/Vienna'];
  const added = await usher(['connections', 'add', 'Front desk', '--connector', 'fias', ...settings]);
  expect([added.code, added.err]).toEqual([0, '']);
  expect(added.out).toMatch(/^Front desk is added: [0-9a-f-]{36} \(\w+\)\n/);
  await until('the link is alive', () => hotel.ifc.isAlive);
  const tested = await usher(['connections', 'test', 'front desk']);
  expect([tested.code, tested.err]).toEqual([0, '']);
  expect(tested.out).toMatch(/^ +CHECK +FOUND +WHAT TO DO\nok +connect +The link is up/);

  const { child, words, ended } = begun(['connections', 'watch', '--interval', '0.2']);
  await until('it shows how the connection fares', () => /Front desk +fias +\w+/.test(words.out));
  const [connection] = (await service.call('GET', '/connections')).body._embedded?.connections ?? [];
  await service.call('POST', `/connections/${String(connection.id)}/pause`);
  await until('it tells of the pause', () => /Z {2}Front desk {2}fias {2}paused/.test(words.out));
  child.kill('SIGINT');
  await ended;
});

test('whoever reads only the beginning ends the command, without a word', async () => {
  const [connection] = (await service.call('GET', '/connections')).body._embedded?.connections ?? [];
  const { child, words } = begun(['connections', 'watch', '--interval', '0.2']);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const ended = once(child, 'exit');
  await service.call('POST', `/connections/${String(connection.id)}/resume`);
  expect([await ended, words.err]).toEqual([[141, null], '']);
});

test('a plan that is held is listed, shown, and approved exactly as it is', async () => {
  const inn = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await inn.start();
  try {
    const settings = ['--set', 'host=127.0.0.1', '--set', `port=${inn.port}`, '--set', 'time_zone=Europe/Vienna'];
    const add = ['connections', 'add', 'Inn', '--connector', 'fias', '--preset', 'hotel-enterprise', ...settings];
    const { id } = JSON.parse((await usher([...add, '--json'])).out) as { id: string };
    await service.call('PATCH', `/connections/${id}`, { safety: { max_removals: 1, max_removals_percent: 1 } });
    await until('the link is alive', () => inn.ifc.isAlive);
    expect((await usher(['runs', 'approve'])).out).toBe('No run waits for approval.\n');
    const stays = ['401', '402', '403'].map((room) => inn.checkIn({ room, lastName: 'Berg', firstName: 'Eva' }));
    const berg = async () => (await service.call('GET', '/users?filter[last_name]=Berg&filter[disabled]=0')).body;
    await until('all have accounts', async () => (await berg()).total_items === 3);
    for (const stay of stays) inn.leaveUnnoticed(stay);
    const run = (await service.call('POST', `/connections/${id}/sync`, { mode: 'full' })).body;
    const waiting = new RegExp(`^RUN +CONNECTION +MODE +ITEMS HELD\\n${String(run.id)} +${id} +full +3\\n$`);
    await until('it waits for approval', async () => waiting.test((await usher(['runs', 'approve'])).out));
    const approved = await usher(['runs', 'approve', String(run.id), '--yes', '--comment', 'The group has left']);
    expect([approved.code, approved.err]).toEqual([0, '']);
    expect(approved.out).toMatch(
      /^WHAT IT DOES +TO HOW MANY\nremoval +3\n0 of them are online now\.\nApproved: it is \w+\.\n$/,
    );
    await until('they have left', async () => (await berg()).total_items === 0);
    const again = await usher(['runs', 'approve', String(run.id), '--yes']);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('does not wait for approval')]);
  } finally {
    await inn.stop();
  }
});

test('a setting that is wrong is named, and so is a connection that is not there', async () => {
  const refused = await usher(['connections', 'add', 'Desk', '--connector', 'fias', '--set', 'port=many']);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain('settings/port');
  const { code, err } = await usher(['connections', 'test', 'Back desk']);
  expect([code, err]).toEqual([1, 'There is no connection Back desk\n  → usher connections watch --once lists them\n']);
});

test('a user is found and disabled; --json is what the API gives', async () => {
  await service.call('POST', '/users', { username: 'anna@example.com', first_name: 'Anna', last_name: 'Berger' });
  const found = await usher(['users', 'find', 'berger']);
  expect([found.code, found.err]).toEqual([0, '']);
  expect(found.out).toMatch(/^USERNAME +NAME +STATE +UNTIL +FROM +ID\nanna@example.com +Anna Berger +active +- +- +/);
  for (const wild of ['%', 'anna_', 'b%r'])
    expect((await usher(['users', 'find', wild])).out).toBe(`Nobody has ${wild} in a name or address.\n`);
  const unasked = await usher(['users', 'disable', 'anna@example.com']);
  expect([unasked.code, unasked.err]).toEqual([
    2,
    'Nobody is there to be asked\n  → add --yes to go on without a question\n',
  ]);
  expect((await usher(['users', 'disable', 'anna@example.com', '--yes'])).out).toBe('anna@example.com is disabled.\n');
  const [user] = JSON.parse((await usher(['users', 'find', 'anna', '--json'])).out) as { disabled: number }[];
  expect(user.disabled).toBe(1);
  expect((await usher(['users', 'disable', 'nobody', '--yes'])).code).toBe(1);
});

test('vouchers are made and printed; a batch that is there is printed again', async () => {
  await service.call('POST', '/user-groups', { name: 'Conference' });
  const file = path.join(home, 'sheet.pdf');
  const made = ['vouchers', 'print', '--new', '3', '--group', 'Conference', '--hours', '8', '--output', file, '--json'];
  const printed = await usher(made);
  expect([printed.code, printed.err]).toEqual([0, '']);
  expect((await readFile(file, 'latin1')).slice(0, 5)).toBe('%PDF-');
  const { batch } = JSON.parse(printed.out) as { batch: string };
  const again = await usher(['vouchers', 'print', '--batch', batch, '--output', '-']);
  expect([again.code, again.out.slice(0, 5)]).toEqual([0, '%PDF-']);
  expect((await service.call('GET', '/vouchers')).body.total_items).toBe(3);
  expect((await usher(['vouchers', 'print'])).code).toBe(2);
});

test('what the service refuses is said once', async () => {
  const many = ['vouchers', 'print', '--new', '2', '--group', 'Conference', '--hours', '1e9'];
  expect(await usher(many)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^duration: must be a whole number from 1 to \d+\n$/),
  });
});

test('the environment counts more than the profile; no answer ends with 3, a missing right with 4', async () => {
  const away = await usher(['users', 'find', 'anna'], '', { USHER_URL: 'http://127.0.0.1:1', USHER_API_KEY: 'none' });
  // The kept key is for the service that it was kept for.
  const mixed = await usher(['users', 'find', 'anna'], '', { USHER_URL: 'http://127.0.0.1:1' });
  expect([mixed.code, mixed.err]).toEqual([2, expect.stringContaining('USHER_URL is set, but not USHER_API_KEY')]);
  expect([away.code, away.err]).toEqual([
    3,
    expect.stringMatching(/^Nothing answers at http:\/\/127\.0\.0\.1:1 .*\n {2}→ /),
  ]);
  const key = (await service.call('POST', '/keys', { name: 'Vouchers only', permissions: ['vouchers:read'] })).body;
  const little = await usher(['users', 'find', 'anna'], '', {
    USHER_URL: service.url,
    USHER_API_KEY: String(key.token),
  });
  expect([little.code, little.err]).toEqual([4, expect.stringContaining('lacks the permission users:read')]);
  const nowhere = await usher(['users', 'find', 'anna', '--profile', 'other']);
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('usher login <address> --profile other')]);
});

test.each([
  ['bash', 'complete -o default -F _usher usher'],
  ['zsh', 'bashcompinit'],
  ['fish', "complete -c usher -n '__fish_seen_subcommand_from connections' -f -a watch"],
])('the completion of %s knows the commands', async (shell, line) => {
  const { code, out } = await usher(['completion', shell]);
  expect(code).toBe(0);
  expect(out).toContain(line);
});

test('bash itself completes a command, its subcommand and its options', async () => {
  const script = (await usher(['completion', 'bash'])).out;
  const complete = (typed: string[]) =>
    new Promise<string[]>((resolve) => {
      const words = typed.map((word) => `'${word}'`).join(' ');
      const end = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length - 1}; _usher; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const child = spawn('bash', ['-c', `${script}\n${end}`], { stdio: ['ignore', 'pipe', 'inherit'] });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
      child.on('close', () => resolve(out.trim().split('\n')));
    });
  expect(await complete(['usher', 'conn'])).toEqual(['connector', 'connections']);
  expect(await complete(['usher', 'connections', 't'])).toEqual(['test']);
  expect(await complete(['usher', 'users', 'disable', 'anna', '--y'])).toEqual(['--yes']);
});
