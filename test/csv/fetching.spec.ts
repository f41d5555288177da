import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { csv } from '../../src/connectors/hr/csv/csv.connector.js';
import { declaredBy } from '../../src/connectors/hr/csv/csv.fetching.js';
import { Reach } from '../../src/kernel/reach.js';
import type { ConnectorDefinition, RecordPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { KeptFiles } from '../connector-contract/kept-files.js';
import type { SettingValues } from '../connector-contract/rig.js';
import { open } from '../connector-contract/session.js';
import { ManualClock, eventually } from '../kernel/manual-clock.js';
import { SftpSimulator } from '../simulators/csv/sftp-simulator.js';
import { people, staffFile } from '../simulators/csv/staff-file.js';
import { semicolons, sftpSettings } from './csv-rig.js';

const staff = staffFile(people(5));
let root: string;
let files: KeptFiles;
let clock: ManualClock;
let cursor: Cursor | null;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'usher-drop-'));
  await mkdir(path.join(root, 'connection'));
  files = new KeptFiles(path.join(root, 'connection'));
  clock = new ManualClock();
  cursor = null;
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** One poll as the engine makes it: the cursor is kept, and whether a new list is wanted is told. */
async function look(settings: SettingValues, reach?: Reach): Promise<string> {
  const { session } = open(csv as unknown as ConnectorDefinition, {
    settings: { ...semicolons, ...settings },
    files,
    clock,
  });
  const connector = (csv as unknown as ConnectorDefinition).connect(reach ? { ...session, reach } : session);
  const pages: RecordPage[] = [];
  for await (const page of connector.polls!.changes(cursor, new AbortController().signal)) pages.push(page);
  cursor = JSON.parse(JSON.stringify(pages.at(-1)?.cursor ?? cursor)) as Cursor;
  return (
    files.kept.map(({ file }) => file.status).join(' ') + (pages.some(({ wantsList }) => wantsList) ? ' list' : '')
  );
}

async function whatTheTestSays(settings: SettingValues): Promise<string | undefined> {
  const { connector } = open(csv as unknown as ConnectorDefinition, {
    settings: { ...semicolons, ...settings },
    files,
    clock,
  });
  const checks = await connector.test(new AbortController().signal);
  return checks.find(({ name }) => name === 'files')?.detail;
}

async function drop(name: string, text: string, at = '2026-05-14T03:00:00Z'): Promise<void> {
  await writeFile(path.join(root, 'connection', name), text);
  await utimes(path.join(root, 'connection', name), new Date(at), new Date(at));
}

describe('a folder', () => {
  const folder = { source: 'folder' };

  test('a file is taken when two looks a minute apart find it the same, once', async () => {
    await drop('staff.csv', staff);
    expect(await look(folder)).toBe('');
    await clock.advance(59);
    expect(await look(folder)).toBe('');
    await clock.advance(1);
    expect(await look(folder)).toBe('accepted list');
    await clock.advance(900);
    expect(await look(folder)).toBe('accepted');
  });

  test('one that is still growing is waited for', async () => {
    await drop('staff.csv', staff.slice(0, 200));
    await look(folder);
    await clock.advance(900);
    await appendFile(path.join(root, 'connection', 'staff.csv'), staff.slice(200));
    expect(await look(folder)).toBe('');
    await clock.advance(900);
    expect(await look(folder)).toBe('accepted list');
  });

  test('names of unfinished files are never taken, until they are renamed', async () => {
    for (const name of ['staff.csv.tmp', 'staff.csv.part', 'staff.csv.filepart', '.staff.csv']) await drop(name, staff);
    await look({ ...folder, file_name: '*' });
    await clock.advance(900);
    expect(await look({ ...folder, file_name: '*' })).toBe('');
    await rename(path.join(root, 'connection', 'staff.csv.tmp'), path.join(root, 'connection', 'staff.csv'));
    await look(folder);
    await clock.advance(900);
    expect(await look(folder)).toBe('accepted list');
  });

  test('with a marker, nothing happens before it is there, and what it promises holds', async () => {
    const marked = { ...folder, completion: 'marker' };
    await drop('staff.csv', staff);
    expect(await look(marked)).toBe('');
    await drop('staff.csv.done', createHash('sha256').update(staff).digest('hex'));
    expect(await look(marked)).toBe('accepted list');
    await drop('staff.csv', staffFile(people(6)), '2026-05-15T03:00:00Z');
    await drop('staff.csv.done', createHash('sha256').update(staff).digest('hex'), '2026-05-15T03:00:01Z');
    expect(await look(marked)).toBe('accepted rejected');
    expect(files.kept[1].file.examination!.findings[0].rule).toBe('digest_differs');
  });

  test("last night's marker does not say that tonight's file is finished", async () => {
    const marked = { ...folder, completion: 'marker' };
    const tonight = staffFile(people(6));
    await drop('staff.csv', staff, '2026-05-13T03:00:00Z');
    await drop('staff.csv.done', '5', '2026-05-13T03:00:01Z');
    expect(await look(marked)).toBe('accepted list');
    await drop('staff.csv', tonight.slice(0, 300), '2026-05-14T03:00:00Z');
    expect(await look(marked)).toBe('accepted');
    expect(await whatTheTestSays(marked)).toContain('1 of them without a marker, or with one that is older');
    await drop('staff.csv', tonight, '2026-05-14T03:00:00Z');
    await drop('staff.csv.done', '6', '2026-05-14T03:00:00Z');
    expect(await look(marked)).toBe('accepted accepted list');
    expect(await whatTheTestSays(marked)).toBe('1 fit *.csv');
  });

  test('a file dated in the future by mistake is no reason to refuse those after it', async () => {
    await drop('staff-2027-05-01.csv', staff, '2026-05-14T01:00:00Z');
    await look(folder);
    await clock.advance(60);
    expect(await look(folder)).toBe('accepted list');
    await drop('staff-2026-05-14.csv', staffFile(people(6)), '2026-05-14T02:00:00Z');
    await look(folder);
    await clock.advance(60);
    expect(await look(folder)).toBe('accepted accepted list');
    // And a server whose clock is wrong for a night.
    await drop('list.csv', staffFile(people(7)), '2036-05-14T02:00:00Z');
    await rm(path.join(root, 'connection', 'staff-2026-05-14.csv'));
    await rm(path.join(root, 'connection', 'staff-2027-05-01.csv'));
    await look(folder);
    await clock.advance(60);
    expect(await look(folder)).toBe('accepted accepted accepted list');
    await drop('staff-2026-05-15.csv', staffFile(people(8)), '2026-05-14T03:00:00Z');
    await look(folder);
    await clock.advance(60);
    expect(await look(folder)).toBe('accepted accepted accepted accepted list');
  });

  test.each([65 * 2 ** 20, 3 * 2 ** 30])('one of %i bytes is refused, once, without being read', async (bytes) => {
    await drop('staff.csv', staff);
    await truncate(path.join(root, 'connection', 'staff.csv'), bytes);
    await look(folder);
    await clock.advance(60);
    expect(await look(folder)).toBe('rejected');
    expect(files.kept[0].file.examination!.findings).toMatchObject([
      { rule: 'too_large', detail: 'the file is larger than 64 MiB' },
    ]);
    await clock.advance(900);
    expect(await look(folder)).toBe('rejected');
  });

  test('links lead nowhere: neither a file nor the folder itself', async () => {
    await writeFile(path.join(root, 'elsewhere.csv'), staff);
    await symlink(path.join(root, 'elsewhere.csv'), path.join(root, 'connection', 'staff.csv'));
    await look(folder);
    await clock.advance(900);
    expect(await look(folder)).toBe('');

    await symlink(root, path.join(root, 'link'));
    files = new KeptFiles(path.join(root, 'link'));
    await expect(look(folder)).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringContaining('a link or a file will not do'),
    });
  });

  test.each<[string, (file: string) => Promise<unknown>, string]>([
    ['a folder', (file) => mkdir(file), 'no plain file any more'],
    ['a link', (file) => symlink('/etc/hostname', file), 'cannot be read (ELOOP)'],
    ['nothing', () => Promise.resolve(), 'cannot be read (ENOENT)'],
  ])('a file in whose place there is %s when it is read is not taken', async (_what, put, said) => {
    await drop('staff.csv', staff);
    await look(folder);
    await clock.advance(60);
    const store = files.store.bind(files);
    files.store = async (offered, mostBytes) => {
      await rm(path.join(root, 'connection', 'staff.csv'));
      await put(path.join(root, 'connection', 'staff.csv'));
      return store(offered, mostBytes);
    };
    await expect(look(folder)).rejects.toMatchObject({
      code: 'upstream_broken',
      message: expect.stringContaining(said),
    });
    expect(files.kept).toEqual([]);
  });

  test('a folder that may not be made in the drop folder is said to be missing', async () => {
    files = new KeptFiles('/proc/connection');
    await expect(look(folder)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/connection is not in the drop folder, and Usher may not make it \(E\w+\)/),
    });
  });

  test('there is none where the deployment has none, or its disk is not there', async () => {
    files = new KeptFiles(null);
    await expect(look(folder)).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringContaining('USHER_DROP_DIR'),
    });
    files = new KeptFiles(path.join(root, 'not mounted', 'nobody'));
    await expect(look(folder)).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('no file is not an empty file: nothing follows from it', async () => {
    await drop('staff.csv', staff);
    await look(folder);
    await clock.advance(60);
    expect(await look(folder)).toBe('accepted list');
    await rm(path.join(root, 'connection', 'staff.csv'));
    await clock.advance(7 * 86_400);
    expect(await look(folder)).toBe('accepted');
    expect(files.kept).toHaveLength(1);
  });

  test('of lists only the newest is read, of changes every one, in the order of their dates', async () => {
    const delta = (seq: number) => `action;employee_number;seq\nD;00000${seq};${seq}\n`;
    for (const seq of [3, 1, 2]) await drop(`delta-2026-05-0${seq}.csv`, delta(seq), `2026-05-1${9 - seq}T03:00:00Z`);
    const changes = { ...folder, mode: 'delta', trailer: undefined };
    await look(changes);
    await clock.advance(60);
    expect(await look(changes)).toBe('accepted accepted accepted');
    expect(files.kept.map(({ file }) => file.name)).toEqual([
      'delta-2026-05-01.csv',
      'delta-2026-05-02.csv',
      'delta-2026-05-03.csv',
    ]);
    expect(await readdir(path.join(root, 'connection'))).toHaveLength(3);
  });
});

describe('an SFTP server', () => {
  let simulator: SftpSimulator;
  beforeEach(async () => {
    simulator = await SftpSimulator.start();
  });
  afterEach(() => simulator.stop());

  test("a slow writer's file is read again when it is whole", async () => {
    const settings = { ...sftpSettings(simulator), completion: 'quiet' };
    simulator.put('staff.csv', staff.slice(0, 300), '2026-05-14T03:00:00Z');
    await look(settings);
    await clock.advance(60);
    simulator.faults.growWhileRead = Buffer.from(staff.slice(300));
    // It became whole while it was read: what was read is not what was looked at.
    expect(await look(settings)).toBe('received');
    await clock.advance(60);
    await look(settings);
    await clock.advance(60);
    expect(await look(settings)).toBe('received accepted list');
    expect(simulator.writes).toBe(0);
  });

  test('a connection that breaks while a file is read leaves nothing, and is tried again', async () => {
    simulator.put('staff.csv', staffFile(people(2000)), '2026-05-14T03:00:00Z');
    simulator.put('staff.csv.done', '2000', '2026-05-14T03:00:00Z');
    simulator.faults.cutAfterBytes = 60_000;
    await expect(look(sftpSettings(simulator))).rejects.toMatchObject({ code: 'unreachable' });
    expect(files.kept).toEqual([]);
    simulator.faults.cutAfterBytes = Infinity;
    expect(await look(sftpSettings(simulator))).toBe('accepted list');
  });

  test.each<[string, SettingValues, string, RegExp]>([
    [
      'another host key',
      { host_key: 'SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDaT3VwAJ1yQ9sH4n0' },
      'settings_invalid',
      /shows the key SHA256:/,
    ],
    ['another password', { password: 'wrong' }, 'credentials_refused', /refuses/],
    ['another directory', { directory: '/nowhere' }, 'settings_invalid', /directory/],
  ])('%s is told as what it is', async (_, changes, code, message) => {
    await expect(look({ ...sftpSettings(simulator), ...changes })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test('a list without an end is given up', async () => {
    for (let number = 0; number < 300; number += 1)
      simulator.put(`${'x'.repeat(200)}-${number}.csv`, staff, '2026-05-14T03:00:00Z');
    simulator.faults.listsForEver = true;
    await expect(look(sftpSettings(simulator))).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringContaining('longer than 16 MiB'),
    });
  });

  test('a server that falls silent is given up after a minute', async () => {
    simulator.faults.fallsSilent = true;
    const looking = look(sftpSettings(simulator));
    const refused = expect(looking).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('said nothing for 60 s'),
    });
    await eventually('it is asked in vain', () => simulator.unanswered === 1);
    await clock.advance(120);
    await refused;
  });

  test('a private address is not tried where the deployment forbids it, whether written or resolved', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      await expect(
        look({ ...sftpSettings(simulator), host }, new Reach({ allowPrivateTargets: false })),
      ).rejects.toMatchObject({ code: 'settings_invalid', message: expect.stringContaining('private or local') });
    }
  });
});

test.each<[string, object]>([
  ['812', { rows: 812 }],
  ['', {}],
  ['{"rows": 3, "sha256": "zz"}', { rows: 3 }],
  [`${'a'.repeat(64)}  staff.csv\n`, { digest: 'a'.repeat(64) }],
  ['{"rows": "many"', {}],
  ['done', {}],
])('the marker %j promises %j', (text, declared) => expect(declaredBy(text)).toEqual(declared));
