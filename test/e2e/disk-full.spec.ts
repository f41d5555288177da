import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataFolder } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

/** A disk of its own can be made; not by everybody, and not in every container. */
const mounts =
  process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!mounts) process.stderr.write('A full disk is skipped: this account may not mount one\n');
const suite = mounts ? describe : describe.skip;
const diskMegabytes = 260;
const proof = 'sine-0123456789';
const mapping = {
  version: 1,
  kind: 'visit',
  key: { path: '/pass' },
  match: [{ when: [{ field: '/event', op: 'eq', value: 'arrived' }], status: 'active' }],
  fields: {
    first_name: { path: '/first' },
    last_name: { path: '/last' },
    email: { path: '/email', transform: ['email'] },
    sign_in_at: { path: '/at', transform: ['datetime:utc'] },
  },
};

suite('The disk of the bundled PostgreSQL is full', () => {
  let disk: string;
  let folder: DataFolder;
  let service: RunningService;
  let connection: string;
  beforeAll(async () => {
    disk = await mkdtemp(path.join(tmpdir(), 'usher-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'none', disk]);
    folder = DataFolder.at(path.join(disk, 'data'));
    service = await startService({ USHER_DATA_DIR: folder.path });
    const { status, body } = await service.call('POST', '/connections', {
      name: 'Front desk',
      connector: 'webhook',
      settings: { verifier: { type: 'header', header: 'x-proof' }, mapping, time_zone: 'Europe/Vienna' },
      secrets: { secret: proof },
      access: { preset: 'visitor-user', deliver: [] },
      enabled: true,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    connection = String(body.id);
  });
  afterAll(async () => {
    await service?.kill();
    await folder?.remove();
    execFileSync('umount', ['--lazy', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  /** A visitor arrives, with a message that takes room. */
  async function arrives(number: number): Promise<Response> {
    const body = {
      event: 'arrived',
      pass: `p-${number}`,
      first: 'Ada',
      last: `Lovelace ${number}`,
      email: `ada-${number}@example.com`,
      at: new Date(Date.now() - 60_000).toISOString(),
      photo: randomBytes(60_000).toString('hex'),
    };
    const headers = { 'content-type': 'application/json', 'x-proof': proof };
    const answer = await fetch(`${service.url}/hooks/${connection}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer;
  }

  async function fill(file: string): Promise<void> {
    const handle = await open(file, 'w');
    try {
      const piece = Buffer.alloc(2 ** 16, 1);
      for (;;) await handle.write(piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await handle.close();
    }
  }

  test('whoever sends is told to come back, and with room again all that was taken is there, once', async () => {
    const taken: number[] = [];
    expect((await arrives(0)).status).toBe(200);
    taken.push(0);
    const ballast = path.join(disk, 'ballast');
    await fill(ballast);
    const refused: { status: number; after: string | null }[] = [];
    for (let number = 1; refused.length < 10; number += 1) {
      const { status, headers } = await arrives(number);
      if (status === 200) taken.push(number);
      else refused.push({ status, after: headers.get('retry-after') });
      if (number > 1_000) throw new Error('The disk is never full');
    }
    for (const { status, after } of refused) expect([status, Number(after) > 0]).toEqual([503, true]);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(service.lines.map((line) => JSON.stringify(line)).join('\n')).toMatch(
      /No space left on device|The disk of the database is full|disk_full/,
    );

    await rm(ballast);
    const last = 10_000;
    await until('a message is taken again', async () => (await arrives(last)).status === 200);
    taken.push(last);
    await until('each visitor has an account', async () => {
      const { body } = await service.call('GET', '/users');
      return Number(body.total_items) >= taken.length;
    });
    const accounts = await folder.rows<{ username: string }>('select username from users');
    expect(accounts.map(({ username }) => username).toSorted()).toEqual(
      taken.map((number) => `ada-${number}@example.com`).toSorted(),
    );
    const { status } = await service.call('POST', '/users', { username: 'afterwards', password: 'correct horse' });
    expect(status).toBe(201);
  });
});
