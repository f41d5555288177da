import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HttpWorld, httpWorld } from './http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld();
});
afterAll(async () => {
  await world.close();
});

async function role(name: string): Promise<{ path: string; etag: string }> {
  const made = await world.call('POST', '/roles', { body: { name, permissions: [] } });
  return { path: `/roles/${made.body.id}`, etag: made.headers.get('etag') ?? '' };
}

describe('reading again', () => {
  test('a record that the client has already is not sent again', async () => {
    const { path, etag } = await role('read');
    expect(etag).toBe('"1"');
    for (const known of [etag, `W/${etag}`, `"7", ${etag}`, '*']) {
      const again = await world.call('GET', path, { headers: { 'if-none-match': known } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await world.call('GET', path, { headers: { 'if-none-match': '"7"' } })).status).toBe(200);
  });

  test('a changed record is sent with its new tag', async () => {
    const { path, etag } = await role('changed');
    const changed = await world.call('PATCH', path, { body: { name: 'changed again' } });
    expect(changed.headers.get('etag')).toBe('"2"');
    const again = await world.call('GET', path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag'), again.body.name]).toEqual([200, '"2"', 'changed again']);
  });
});

describe('changing what another has changed meanwhile', () => {
  test.each(['PATCH', 'DELETE'])('%s with an old tag is refused, with the current one done', async (method) => {
    const { path, etag } = await role(`by ${method}`);
    await world.call('PATCH', path, { body: { permissions: ['users:read'] } });
    const body = method === 'PATCH' ? { name: `by ${method} again` } : undefined;
    for (const stale of [etag, '"x"', 'nonsense']) {
      const refused = await world.call(method, path, { body, headers: { 'if-match': stale } });
      expect(refused.status).toBe(412);
      expect(refused.body.title).toBe('Precondition Failed');
    }
    expect((await world.call(method, path, { body, headers: { 'if-match': '"2"' } })).status).toBe(
      method === 'PATCH' ? 200 : 204,
    );
  });

  test('a tag counts weak, in a list, and without its quotes, as clients and proxies send it', async () => {
    const { path, etag } = await role('by any form');
    expect(etag).toBe('"1"');
    for (const form of ['W/"1"', '"77", "2"', '3']) {
      const headers = { 'if-match': form };
      const body = { name: `by the form ${form}` };
      expect([form, (await world.call('PATCH', path, { body, headers })).status]).toEqual([form, 200]);
      expect((await world.call('PATCH', path, { body: { name: 'late' }, headers })).status).toBe(412);
    }
  });

  test('of two changes with the same tag one succeeds', async () => {
    const { path, etag } = await role('raced');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        world.call('PATCH', path, { body: { name: `raced ${name}` }, headers: { 'if-match': etag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  test('If-Match with *, or no If-Match at all, changes the record as it is', async () => {
    const { path } = await role('whatever');
    expect((await world.call('PATCH', path, { body: {}, headers: { 'if-match': '*' } })).status).toBe(200);
    expect((await world.call('PATCH', path)).status).toBe(200);
  });
});
