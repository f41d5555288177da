import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BulkModule } from '../../src/console/bulk/bulk.module.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';

const [early, late, later] = ['2036-05-14T13:00:00.000Z', '2036-05-16T11:00:00.000Z', '2036-05-18T11:00:00.000Z'];

let world: HttpWorld;
let count = 0;
beforeAll(async () => {
  world = await httpWorld({ modules: [BulkModule] });
});
afterAll(async () => {
  await world.close();
});

const name = () => `guest ${(count += 1)}`;
const post = (body: object) => world.call('POST', '/users', { body: { username: name(), ...body } });
const stays = async () => (await post({ valid_from: early, valid_until: late, external_id: name() })).body;
const bulk = async (...operations: object[]) =>
  (await world.call('POST', '/bulk/users', { body: { operations } })).body.results;
const read = async (id: string) => (await world.call('GET', `/users/${id}`)).body;

describe("a user's time ends after it begins", () => {
  test.each([
    [late, early],
    [early, early],
  ])('from %s until %s is refused', async (validFrom, validUntil) => {
    const { status, body } = await post({ valid_from: validFrom, valid_until: validUntil });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '#/valid_until', detail: `must be after valid_from, which is ${validFrom}` }],
    ]);
  });

  test('one instant in two time zones is one', async () => {
    expect((await post({ valid_from: '2036-05-14T13:00:00Z', valid_until: '2036-05-14T14:00:00+02:00' })).status).toBe(
      422,
    );
    expect((await post({ valid_from: '2036-05-14T13:00:00Z', valid_until: '2036-05-14T12:00:00-02:00' })).status).toBe(
      201,
    );
  });

  test('a change of one half is held against the other that is stored', async () => {
    const { id } = await stays();
    const changes: [object, string | null][] = [
      [{ valid_until: early }, '#/valid_until'],
      [{ valid_from: later }, '#/valid_from'],
      [{ valid_from: later, valid_until: late }, '#/valid_until'],
      [{ valid_from: late, valid_until: later }, null],
      [{ valid_until: null }, null],
      [{ valid_from: later }, null],
      [{ valid_from: null, valid_until: early }, null],
    ];
    for (const [change, pointer] of changes) {
      const before = await read(id);
      const { status, body } = await world.call('PATCH', `/users/${id}`, { body: change });
      expect([change, status, body.errors?.[0].pointer ?? null]).toEqual([change, pointer ? 422 : 200, pointer]);
      if (pointer) expect(await read(id)).toEqual(before);
    }
  });

  test.each(['external_id', 'username'])('in bulk, the row alone is refused: by %s', async (key) => {
    const [one, other, third] = [await stays(), await stays(), await stays()];
    const unknown = name();
    const by = (user: Record<string, string>) => ({ match: { [key]: user[key] } });
    const results = await bulk(
      { op: 'upsert', ...by(one), data: { valid_until: early } },
      {
        op: 'upsert',
        ...by(other),
        data: { valid_until: later, ...(key === 'username' ? {} : { username: other.username }) },
      },
      { op: 'upsert', ...by(third), data: { valid_from: later } },
      { op: 'upsert', match: { [key]: unknown }, data: { username: unknown, valid_from: late, valid_until: early } },
    );
    expect(
      results.map(({ status, error }: { status: string; error?: { errors: { pointer: string }[] } }) => [
        status,
        error?.errors[0].pointer,
      ]),
    ).toEqual([
      ['failed', '#/data/valid_until'],
      ['updated', undefined],
      ['failed', '#/data/valid_from'],
      ['failed', '#/data/valid_until'],
    ]);
    expect([
      (await read(one.id)).valid_until,
      (await read(other.id)).valid_until,
      (await read(third.id)).valid_from,
    ]).toEqual([late, later, early]);
  });

  test('an import of many that is right but for one makes all others', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      op: 'upsert',
      match: { username: name() },
      data: { valid_from: early, valid_until: index === 17 ? early : late },
    }));
    expect(
      (await bulk(...rows)).flatMap(({ status }: { status: string }, index: number) =>
        status === 'created' ? [] : [index],
      ),
    ).toEqual([17]);
  });

  test('updates and deletes by id', async () => {
    const { id } = await stays();
    const [first, second] = await bulk(
      { op: 'update', id, data: { valid_from: later } },
      { op: 'update', id, data: { comment: 'stays' } },
    );
    expect([first.status, second.status]).toEqual(['failed', 'updated']);
  });
});

describe("a user's e-mail", () => {
  test.each(['eva', 'n/a', 'eva@', 'eva@example.com, ewa@example.com', 'Eva <eva@example.com>'])(
    '%s is none',
    async (email) => {
      const wrong = { pointer: '#/email', detail: 'must be an e-mail address such as eva@example.com' };
      expect((await post({ email })).body.errors).toEqual([wrong]);
      const { id } = await stays();
      expect((await world.call('PATCH', `/users/${id}`, { body: { email } })).body.errors).toEqual([wrong]);
      expect((await bulk({ op: 'update', id, data: { email } }))[0].error.errors).toEqual([
        { ...wrong, pointer: '#/data/email' },
      ]);
    },
  );

  test('may be empty', async () => {
    expect((await post({ email: '' })).body.email).toBeNull();
  });
});
