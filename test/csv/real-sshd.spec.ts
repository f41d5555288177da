import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { csv } from '../../src/connectors/hr/csv/csv.connector.js';
import type { ConnectorDefinition, RecordPage } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import { KeptFiles } from '../connector-contract/kept-files.js';
import type { SettingValues } from '../connector-contract/rig.js';
import { open } from '../connector-contract/session.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { people, staffFile } from '../simulators/csv/staff-file.js';
import { semicolons } from './csv-rig.js';
import { Line, Sshd, withSshd } from './sshd.js';

const staff = staffFile(people(5));

withSshd('a real sshd', () => {
  let sshd: Sshd;
  let files: KeptFiles;
  let clock: ManualClock;
  let cursor: Cursor | null;
  beforeAll(async () => {
    sshd = await Sshd.start();
  });
  afterAll(() => sshd?.remove());
  beforeEach(async () => {
    await rm(path.join(sshd.home, 'out'), { recursive: true, force: true });
    await mkdir(path.join(sshd.home, 'out'));
    files = new KeptFiles();
    clock = new ManualClock();
    cursor = null;
  });

  const settings = (changes: SettingValues = {}): SettingValues => ({
    ...semicolons,
    source: 'sftp',
    host: '127.0.0.1',
    port: sshd.port,
    user_name: sshd.user,
    password: sshd.password,
    host_key: sshd.hostKeys.ed25519,
    directory: 'out',
    ...changes,
  });

  /** One poll, and what is known of each file afterwards. */
  async function look(changes?: SettingValues): Promise<string> {
    const { connector } = open(csv as unknown as ConnectorDefinition, { settings: settings(changes), files, clock });
    const pages: RecordPage[] = [];
    for await (const page of connector.polls!.changes(cursor, new AbortController().signal)) pages.push(page);
    cursor = JSON.parse(JSON.stringify(pages.at(-1)?.cursor ?? cursor)) as Cursor;
    return files.kept.map(({ file }) => file.status).join(' ');
  }

  async function lookLater(changes?: SettingValues): Promise<string> {
    await clock.advance(60);
    return look(changes);
  }

  test.each(['ed25519', 'ecdsa', 'rsa'])('any of its host keys may be the one that is set: %s', async (kind) => {
    await expect(look({ host_key: sshd.hostKeys[kind] })).resolves.toBe('');
  });

  test('with a host key that is none of its own, no password is sent', async () => {
    await expect(look({ host_key: `SHA256:${'A'.repeat(43)}` })).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringContaining(`shows the key ${sshd.hostKeys.ed25519}, not the one that is set`),
    });
  });

  test('a key signs in, and so does a password; another of either is told as that', async () => {
    const { privateKey: private_key, passphrase } = sshd;
    expect(await look({ password: undefined, private_key, passphrase })).toBe('');
    for (const wrong of [{ password: 'another' }, { password: undefined, private_key, passphrase: 'another' }])
      await expect(look(wrong)).rejects.toMatchObject({ code: 'credentials_refused' });
  });

  test('a file is taken once it is quiet, whether it grew where it is or was renamed when whole', async () => {
    await sshd.put('out/staff-1.csv', staff.slice(0, 200));
    expect(await look()).toBe('');
    await sshd.put('out/staff-1.csv', staff, '2026-05-14T03:00:05Z');
    expect(await lookLater()).toBe('');
    expect(await lookLater()).toBe('accepted');
    const part = await sshd.put('out/staff-2.csv.part', staffFile(people(6)), '2026-05-15T03:00:00Z');
    await look();
    expect(await lookLater()).toBe('accepted');
    await rename(part, path.join(sshd.home, 'out/staff-2.csv'));
    await look();
    expect(await lookLater()).toBe('accepted accepted');
  });

  test('the same list again ends the session with its last byte, and nothing breaks of it', async () => {
    await sshd.put('out/staff.csv', staff);
    await look();
    expect(await lookLater()).toBe('accepted');
    for (const night of ['15', '16', '17']) {
      await sshd.put('out/staff.csv', staff, `2026-05-${night}T03:00:00Z`);
      await look();
      await lookLater();
    }
    expect(files.kept.map(({ file }) => file.status).join(' ')).toBe('accepted repeated repeated repeated');
  });

  test('a directory that this user may not see, or that is none, is named', async () => {
    await chmod(path.join(sshd.home, 'out'), 0o700);
    for (const directory of ['out', 'nowhere'])
      await expect(look({ directory })).rejects.toMatchObject({
        code: 'settings_invalid',
        message: 'directory: the server does not show it to this user',
      });
  });

  test('a file that this user may not read is named, and read once they may', async () => {
    const file = await sshd.put('out/staff.csv', staff);
    await chmod(file, 0o600);
    await look();
    await expect(lookLater()).rejects.toMatchObject({
      code: 'upstream_broken',
      message: expect.stringMatching(/staff\.csv.*may not read/),
    });
    expect(files.kept).toEqual([]);
    await chmod(file, 0o644);
    await look();
    expect(await lookLater()).toBe('accepted');
  });

  test('while it is away nothing is known of the files, and afterwards each is taken once', async () => {
    await sshd.put('out/staff.csv', staff);
    await look();
    await sshd.end();
    for (let minute = 0; minute < 60; minute += 15) {
      await expect(look()).rejects.toMatchObject({ code: 'unreachable' });
      await clock.advance(900);
    }
    await sshd.begin();
    expect(await look()).toBe('accepted');
    expect(await lookLater()).toBe('accepted');
  });

  test('whose connection breaks in the middle of a file, it is read whole at the next look', async () => {
    const line = await Line.to(sshd.port);
    try {
      await sshd.put('out/staff.csv', staffFile(people(20_000)));
      await look({ port: line.port });
      line.cutAfterBytes = 400_000;
      await expect(lookLater({ port: line.port })).rejects.toMatchObject({ code: 'unreachable' });
      expect(files.kept).toEqual([]);
      line.cutAfterBytes = Infinity;
      expect(await lookLater({ port: line.port })).toBe('accepted');
    } finally {
      await line.close();
    }
  });
});
