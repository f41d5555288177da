import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sealer } from '../../src/console/audit/chain/sealer.js';
import type { Answer } from '../api/ask.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld();
});
afterAll(async () => {
  await world.close();
});

interface Posted {
  readonly name: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const post = ({ name, token, headers }: Posted) =>
  world.ask('POST', '/users', {
    body: { username: name, password: `secret of ${name}` },
    token,
    headers: { 'x-request-id': `asks-for-${name}`, ...headers },
  });
const postAll = (posted: readonly Posted[]): Promise<Answer[]> => Promise.all(posted.map(post));
const named = (what: string, count = 40) =>
  Array.from({ length: count }, (_, number) => ({ name: `${what}-${number}` }));

test('each creation is answered with its own place and ETag, which its next change can name', async () => {
  const asked = named('etag');
  for (const [index, { status, headers, body }] of (await postAll(asked)).entries()) {
    expect({ status, username: body.username, location: headers.location }).toEqual({
      status: 201,
      username: asked[index].name,
      location: `/users/${body.id}`,
    });
    const read = await world.ask('GET', `/users/${body.id}`);
    expect({ body: read.body, etag: read.headers.etag }).toEqual({ body, etag: headers.etag });
    expect(
      (
        await world.ask('PATCH', `/users/${body.id}`, {
          body: { comment: 'vip' },
          headers: { 'if-match': String(headers.etag) },
        })
      ).status,
    ).toBe(200);
  }
});

test('the audit has an entry of each with its own request and key, in a chain that verifies', async () => {
  const keys = await Promise.all(['front-desk', 'back-office'].map(() => world.keyWith(['users:write'])));
  const asked = named('audited').map((each, index) => ({
    ...each,
    key: keys[index % 2].id,
    token: keys[index % 2].token,
  }));
  const answers = await postAll(asked);
  const entries = await world.sql<{ resource_id: string }>(
    'select resource_id, action, label, actor_kind, actor_id, request_id, after from audit_entries where ' +
      'organization_id = $1 and label like $2',
    [world.organizationId, 'audited-%'],
  );
  expect(new Map(entries.map(({ resource_id: id, ...entry }) => [id, entry]))).toEqual(
    new Map(
      answers.map(({ body }, index) => [
        body.id,
        {
          action: 'create',
          label: asked[index].name,
          actor_kind: 'key',
          actor_id: asked[index].key,
          request_id: `asks-for-${asked[index].name}`,
          after: { username: asked[index].name, disabled: false, password: '(set)' },
        },
      ]),
    ),
  );
  expect(entries).toHaveLength(40);
  await world.app.get(Sealer, { strict: false }).round();
  expect((await world.ask('GET', '/audit/verify')).body.ok).toBe(true);
});

test('refused rows say why, the others are created, and the total counts those', async () => {
  const before = (await world.ask('GET', '/users?page_size=1')).body.total_items;
  const [{ body: holder }] = await postAll([{ name: 'taken' }]);
  const answers = await postAll([...named('beside', 20), { name: 'TAKEN ' }, { name: ' ' }, ...named('besides', 20)]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
  expect(answers[20]).toMatchObject({
    status: 409,
    body: { status: 409, detail: 'A user with this username exists', conflicting_id: holder.id },
  });
  expect(answers[21]).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/username', detail: 'must have 1 to 253 characters' }] },
  });
  expect((await world.ask('GET', '/users?page_size=1')).body.total_items).toBe(before + 41);
});

test('a repeated Idempotency-Key gets the first answer again, each its own', async () => {
  const asked = named('once', 16).map((each) => ({ ...each, headers: { 'idempotency-key': `key-of-${each.name}` } }));
  const [first, again] = [await postAll(asked), await postAll(asked)];
  expect(again.map(({ status, body, headers }) => ({ status, body, etag: headers.etag }))).toEqual(
    first.map(({ status, body, headers }) => ({ status, body, etag: headers.etag })),
  );
  expect(first.map(({ body }) => body.username)).toEqual(asked.map(({ name }) => name));
  expect(again.every(({ headers }) => headers['idempotency-replayed'] === 'true')).toBe(true);
});
