import { afterEach, expect, test } from '@jest/globals';
import { DataFolder } from '../e2e/data-folder.js';
import { startService } from '../e2e/service.js';
import { distributedDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

withCitus('accounts that are asked for at the same time', () => {
  test('each caller gets the one it asks for, as it is now, and none of another organization', async () => {
    const database = await distributedDatabase();
    closing.push(() => database.drop());
    const folder = await DataFolder.make();
    closing.push(() => folder.remove());
    const service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
    closing.push(() => service.kill());
    const { body: below } = await service.call('POST', '/organizations', { name: 'Gasthof' });
    const there = { 'x-organization-id': String(below.id) };
    const names = Array.from({ length: 30 }, (_, n) => `guest-${n}`);
    const made = await Promise.all(names.map((username) => service.call('POST', '/users', { username })));
    const ids = made.map(({ body }) => String(body.id));
    const ask = (headers?: Record<string, string>) =>
      Promise.all(ids.map((id) => service.call('GET', `/users/${id}`, undefined, headers)));
    const [own, others, own2] = await Promise.all([ask(), ask(there), ask()]);
    for (const answers of [own, own2]) expect(answers.map(({ body }) => body.username)).toEqual(names);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([404]));
    const renamed = await Promise.all(
      ids.map(async (id, n) => {
        await service.call('PATCH', `/users/${id}`, { username: `late-${n}` });
        return (await service.call('GET', `/users/${id}`)).body.username;
      }),
    );
    expect(renamed).toEqual(names.map((_, n) => `late-${n}`));
  }, 120_000);
});
