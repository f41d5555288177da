import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import { coreUser, enterpriseUser, patchOp, type ScimClient, type ScimReply } from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

let world: ScimWorld;
let client: ScimClient;
beforeAll(async () => {
  world = await scimWorld();
  client = world.client();
});
afterAll(async () => {
  await world.close();
});

const operations = (...list: object[]) => ({ schemas: [patchOp], Operations: list });
const made = (of: ScimClient, body: object): Promise<{ id: string }> => of.expect([201], 'POST', '/Users', body);
const ids = ({ Resources }: { Resources: { id: string }[] }) => Resources.map(({ id }) => id);

async function fresh(connection: object = {}): Promise<{ client: ScimClient; id: string; token: string }> {
  const { id, token } = await world.connect(connection);
  return { client: world.client(token), id, token };
}

async function storedOf(connectionId: string): Promise<number> {
  return (
    await world.sql<{ count: number }>('select count(*) as count from inbox_events where connection_id = $1', [
      connectionId,
    ])
  )[0].count;
}

describe('filters', () => {
  let own: ScimClient;
  let [anna, bert, cleo] = ['', '', ''];
  beforeAll(async () => {
    own = (await fresh()).client;
    anna = (
      await made(own, {
        userName: 'Anna',
        externalId: 'X-1',
        active: true,
        title: '50%_off\\',
        emails: [
          { type: 'work', value: 'anna@b.example' },
          { type: 'home', value: 'shared@b.example' },
        ],
        [enterpriseUser]: { department: 'Finance', manager: { value: 'boss' } },
      })
    ).id;
    bert = (
      await made(own, {
        userName: 'bert',
        active: false,
        name: { givenName: 'Bert' },
        emails: [{ type: 'work', value: 'shared@b.example' }],
      })
    ).id;
    cleo = (await made(own, { userName: 'Ünal', title: '50 percent' })).id;
    const group = await own.expect([201], 'POST', '/Groups', { displayName: 'Cooks', members: [{ value: anna }] });
    await own.expect([200], 'GET', `/Groups/${group.id}`);
  });

  test.each<[string, () => string[]]>([
    ['userName eq "ANNA"', () => [anna]],
    ['userName eq "ünal"', () => [cleo]],
    ['externalId eq "X-1"', () => [anna]],
    ['externalId eq "x-1"', () => []],
    ['externalId eq X-1', () => [anna]],
    ['emails[type eq "work"].value eq "SHARED@b.example"', () => [bert]],
    ['emails[type eq "work" and value eq "shared@b.example"]', () => [bert]],
    ['emails.value eq "shared@b.example"', () => [anna, bert]],
    ['emails eq "shared@b.example"', () => [anna, bert]],
    ['not (emails eq "shared@b.example")', () => [cleo]],
    ['emails.value ne "shared@b.example"', () => [cleo]],
    ['emails[type eq "home" or type eq "other"]', () => [anna]],
    ['emails[not (type eq "work")]', () => [anna]],
    ['emails[type pr and value sw "anna"]', () => [anna]],
    ['title pr', () => [anna, cleo]],
    ['id co "-" and title pr', () => [anna, cleo]],
    ['emails pr', () => [anna, bert]],
    ['not (emails pr)', () => [cleo]],
    ['emails[type eq "home"] and active eq true', () => [anna]],
    ['emails co "shared"', () => [anna, bert]],
    ['active eq true', () => [anna, cleo]],
    ['active eq "False"', () => [bert]],
    ['active ne true', () => [bert]],
    ['title co "%_"', () => [anna]],
    ['title sw "50%"', () => [anna]],
    ['title ew "\\\\"', () => [anna]],
    ['title ne "50 percent"', () => [anna, bert]],
    ['title eq null', () => [bert]],
    ['title ne null', () => [anna, cleo]],
    ['title gt "50 "', () => [anna, cleo]],
    ['not (title eq "50 percent")', () => [anna, bert]],
    ['name pr', () => [bert]],
    ['name.givenName eq "BERT"', () => [bert]],
    [`${enterpriseUser}:department eq "finance"`, () => [anna]],
    ['manager eq "boss"', () => [anna]],
    ['manager eq "Boss"', () => []],
    [`${coreUser}:userName sw "a"`, () => [anna]],
    ['groups.display eq "cooks"', () => [anna]],
    ['groups pr', () => [anna]],
    ['password pr', () => []],
    ['not (password pr)', () => [anna, bert, cleo]],
    ['phoneNumbers eq "1"', () => []],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"', () => [anna, bert, cleo]],
    ['meta.created lt "2020-01-01T00:00:00Z"', () => []],
    ['meta.resourceType eq "User"', () => [anna, bert, cleo]],
    ['userName eq "anna" or userName eq "bert" and active eq true', () => [anna]],
    ['(userName eq "anna" or userName eq "bert") and active eq false', () => [bert]],
    ['id eq "nobody"', () => []],
    ['userName eq "a\\u0000b"', () => []],
  ])('%s', async (filter, expected) => {
    const found = await own.expect([200], 'GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(ids(found)).toEqual(expected());
    expect(found.totalResults).toBe(expected().length);
  });

  test('by id, and by what changed after a time that was shown', async () => {
    expect(
      ids(await own.expect([200], 'GET', `/Users?filter=${encodeURIComponent(`id eq "${bert.toUpperCase()}"`)}`)),
    ).toEqual([bert]);
    const { meta } = await own.expect([200], 'GET', `/Users/${bert}`);
    expect(
      ids(
        await own.expect(
          [200],
          'GET',
          `/Users?filter=${encodeURIComponent(`meta.lastModified ge "${meta.lastModified}" and userName eq "bert"`)}`,
        ),
      ),
    ).toEqual([bert]);
    expect(
      ids(await own.expect([200], 'GET', `/Groups?filter=${encodeURIComponent(`members[value eq "${anna}"]`)}`)),
    ).toHaveLength(1);
  });

  test.each([
    ['filter=userName eq "\\q"', 'invalidFilter', 'as in JSON'],
    ['filter=emails[emails[type eq "work"]]', 'invalidFilter', 'list within a list'],
    ['filter=emails[colour eq "red"]', 'invalidFilter', 'emails has no colour'],
    ['sortBy=shoeSize', 'invalidPath', 'sortBy: shoeSize is not an attribute of a User'],
  ])('?%s is refused', async (query, scimType, detail) => {
    const [name, value] = query.split(/=(.*)/s);
    const { status, body } = await own.send('GET', `/Users?${name}=${encodeURIComponent(value)}`);
    expect([status, body.scimType, body.detail]).toEqual([400, scimType, expect.stringContaining(detail)]);
  });

  test('parts of attributes are left out where the directory says so', async () => {
    const shown = await own.expect([200], 'GET', `/Users/${anna}?excludedAttributes=emails.type,title,active,id`);
    expect(shown.emails).toEqual([{ value: 'anna@b.example' }, { value: 'shared@b.example' }]);
    expect([shown.id, shown.userName, shown.title, shown.active]).toEqual([anna, 'Anna', undefined, undefined]);
    const manager = `${enterpriseUser}:manager.value`;
    const extended = await own.expect([200], 'GET', `/Users/${anna}?excludedAttributes=${manager}`);
    expect(extended[enterpriseUser]).toEqual({ department: 'Finance', manager: {} });
  });
});

test.each([
  ['PUT', '/Groups', 'GET, POST'],
  ['POST', '/Groups/x', 'GET, PUT, PATCH, DELETE'],
])('%s %s is told which methods there are', async (method, path, allowed) => {
  const { status, headers, body } = await client.send(method, path, { displayName: 'x' });
  expect([status, headers.allow, body.status]).toEqual([405, allowed, '405']);
});

test.each([
  ['?attributes=displayName', {}],
  ['', { prefer: 'return=representation' }],
])('a changed group is answered to who asks for it: %s %j', async (query, headers) => {
  const { id } = await client.expect([201], 'POST', '/Groups', { displayName: `Asked ${query}` });
  const change = operations({ op: 'replace', path: 'displayName', value: `Answered ${query}` });
  const { status, body } = await client.send('PATCH', `/Groups/${id}${query}`, change, headers);
  expect([status, body]).toEqual([200, expect.objectContaining({ id, displayName: `Answered ${query}` })]);
});

describe('PUT', () => {
  test('clears what is not said, but neither active nor extensions that are not mentioned', async () => {
    const { id } = await made(client, {
      userName: 'put@b.example',
      active: false,
      title: 'Lead',
      emails: [{ value: 'put@b.example' }],
      [enterpriseUser]: { department: 'Finance' },
    });
    const after = await client.expect([200], 'PUT', `/Users/${id}`, {
      schemas: [coreUser],
      id: 'another',
      userName: 'put@b.example',
      displayName: 'Put',
      groups: [{ value: 'x' }],
      meta: { version: 'x' },
    });
    expect(after).toMatchObject({ id, active: false, displayName: 'Put', [enterpriseUser]: { department: 'Finance' } });
    expect([after.title, after.emails, after.groups]).toEqual([undefined, undefined, undefined]);
    const cleared = await client.expect([200], 'PUT', `/Users/${id}`, {
      schemas: [coreUser, enterpriseUser],
      userName: 'put@b.example',
      active: 'True',
    });
    expect([cleared.active, cleared[enterpriseUser]]).toEqual([true, undefined]);
  });

  test('the same once more changes nothing and tells nobody', async () => {
    const { client: own, id: connectionId } = await fresh();
    const { id } = await made(own, { userName: 'same' });
    const put = () => own.send('PUT', `/Users/${id}`, { userName: 'same', active: true });
    expect([(await put()).headers.etag, (await put()).headers.etag]).toEqual(['W/"1"', 'W/"1"']);
    expect(await storedOf(connectionId)).toBe(1);
  });

  test('a group without members in the body keeps them, with an empty list has none', async () => {
    const { id } = await made(client, { userName: 'member@b.example' });
    const group = await client.expect([201], 'POST', '/Groups', { displayName: 'Kept', members: [{ value: id }] });
    expect((await client.expect([200], 'PUT', `/Groups/${group.id}`, { displayName: 'Kept on' })).members).toHaveLength(
      1,
    );
    expect(
      (await client.expect([200], 'PUT', `/Groups/${group.id}`, { displayName: 'Kept on', members: [] })).members,
    ).toEqual([]);
  });
});

describe('what is stored', () => {
  test('a change and the news of it are stored together or not at all', async () => {
    const { client: own, id: connectionId } = await fresh();
    const { id } = await made(own, { userName: 'atomic' });
    await world.sql(
      `create function refuse() returns trigger language plpgsql
        as $$ begin if new.connection_id = '${connectionId}' then raise 'no room'; end if; return new; end $$`,
    );
    await world.sql('create trigger refuse before insert on inbox_events for each row execute function refuse()');
    const answers: ScimReply[] = [];
    for (const [method, path, body] of [
      ['POST', '/Users', { userName: 'lost' }],
      ['PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'active', value: false })],
      ['DELETE', `/Users/${id}`, undefined],
    ] as const)
      answers.push(await own.send(method, path, body));
    await world.sql('drop trigger refuse on inbox_events');
    expect(answers.map(({ status, body }) => [status, body.schemas, body.status])).toEqual(
      answers.map(() => [500, ['urn:ietf:params:scim:api:messages:2.0:Error'], '500']),
    );
    expect(ids(await own.expect([200], 'GET', '/Users'))).toEqual([id]);
    expect((await own.expect([200], 'GET', `/Users/${id}`)).active).toBe(true);
    expect(await storedOf(connectionId)).toBe(1);
  });

  test('two who make the same person at once: one of them is told of the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        client.send('POST', '/Users', { userName: 'race@b.example', externalId: 'race' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('groups that change at once: the last word about everybody names all their groups', async () => {
    const { client: own, id: connectionId } = await fresh();
    const { id } = await made(own, { userName: 'popular' });
    const groups: string[] = [];
    for (let count = 0; count < 6; count += 1)
      groups.push((await own.expect([201], 'POST', '/Groups', { displayName: `Group ${count}` })).id);
    await Promise.all(
      groups.map((group) =>
        own.expect(
          [204],
          'PATCH',
          `/Groups/${group}`,
          operations({ op: 'add', path: 'members', value: [{ value: id }] }),
        ),
      ),
    );
    await world.work();
    const names = groups.map((_, count) => `Group ${count}`);
    await eventually('all groups are known of the user', async () => {
      const [subject] = (await world.made(200, 'GET', `/connections/${connectionId}/subjects`))._embedded.subjects;
      return JSON.stringify(subject?.facts.groups) === JSON.stringify(names);
    });
  });

  test('a user whose groups changed is newer', async () => {
    const { id } = await made(client, { userName: 'newer@b.example' });
    const group = await client.expect([201], 'POST', '/Groups', { displayName: 'Newer', members: [{ value: id }] });
    expect((await client.send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' })).body).toMatchObject({
      groups: [{ display: 'Newer' }],
      meta: { version: 'W/"2"' },
    });
    await client.expect(
      [204],
      'PATCH',
      `/Groups/${group.id}`,
      operations({ op: 'replace', path: 'displayName', value: 'Newest' }),
    );
    expect((await client.expect([200], 'GET', `/Users/${id}`)).meta.version).toBe('W/"3"');
  });

  test('a large group changes by a few statements, and in lists comes without its members', async () => {
    const { client: own, id: connectionId } = await fresh();
    await world.sql(
      `insert into scim_users (organization_id, connection_id, id, name_key, active, document, created_at, updated_at)
       select $1, $2, gen_random_uuid(), 'p' || n, true, jsonb_build_object('userName', 'p' || n, 'active', true),
         now(), now() from generate_series(1, 2500) n returning 1`,
      [world.organizationId, connectionId],
    );
    const everybody = (
      await world.sql<{ id: string }>('select id from scim_users where connection_id = $1', [connectionId])
    ).map(({ id }) => id);
    const group = await own.expect([201], 'POST', '/Groups', {
      displayName: 'Everybody',
      members: everybody.map((value) => ({ value })),
    });
    expect(group.members).toHaveLength(2500);
    expect((await own.expect([200], 'GET', '/Groups')).Resources[0].members).toBeUndefined();
    expect(
      (
        await own.send(
          'PATCH',
          `/Groups/${group.id}`,
          operations({ op: 'remove', path: 'members', value: everybody.slice(0, 2000) }),
        )
      ).status,
    ).toBe(204);
    expect((await own.expect([200], 'GET', `/Groups/${group.id}`)).members).toHaveLength(500);
    expect(await storedOf(connectionId)).toBe(5 + 4);
    expect((await own.send('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect(await storedOf(connectionId)).toBe(5 + 4 + 1);
  });
});

describe('who calls', () => {
  test("a token is one connection's: another's people are not there, and cannot be members", async () => {
    const [one, other] = [await fresh(), await fresh()];
    const { id } = await made(one.client, { userName: 'mine' });
    for (const [method, body] of [
      ['GET'],
      ['DELETE'],
      ['PUT', { userName: 'x' }],
      ['PATCH', operations({ op: 'replace', path: 'active', value: false })],
    ] as const)
      expect((await other.client.send(method, `/Users/${id}`, body)).status).toBe(404);
    expect((await other.client.expect([200], 'GET', '/Users')).totalResults).toBe(0);
    expect(
      (await other.client.send('POST', '/Groups', { displayName: 'x', members: [{ value: id }] })).body.scimType,
    ).toBe('invalidValue');
    expect((await made(other.client, { userName: 'mine' })).id).not.toBe(id);
    const stranger = await world.organization('Hotel Bergblick');
    expect((await world.ask('GET', '/scim/v2/Users', { token: stranger.token })).status).toBe(401);
  });

  test('a second token lives beside the first, a third ends the first; none is ever shown again', async () => {
    const { id, token } = await fresh();
    const rotated = await world.ask('POST', `/connections/${id}/rotate-token`);
    expect([rotated.status, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
    const statusOf = async (each: string) => (await world.client(each).send('GET', '/Users')).status;
    expect([await statusOf(token), await statusOf(rotated.body.token)]).toEqual([200, 200]);
    const third = (await world.made(200, 'POST', `/connections/${id}/rotate-token`)).token;
    expect([await statusOf(token), await statusOf(rotated.body.token), await statusOf(third)]).toEqual([401, 200, 200]);
    const shown = (await world.ask('GET', `/connections/${id}`)).text;
    const [{ row }] = await world.sql<{ row: string }>(
      'select string_agg(to_jsonb(t)::text, $1) as row from connection_tokens t',
      [' '],
    );
    for (const each of [token, rotated.body.token, third]) expect(`${shown} ${row}`).not.toContain(each);
    const mews = await world.made(201, 'POST', '/connections', {
      body: { name: 'x', connector: 'mews', secrets: { client_token: 'a', access_token: 'b' } },
    });
    expect(mews.token).toBeUndefined();
    expect((await world.ask('POST', `/connections/${mews.id}/rotate-token`)).status).toBe(409);
  });

  test('a token without its scheme is heard too', async () => {
    expect(
      (await world.ask('GET', '/scim/v2/Users', { token: null, headers: { authorization: world.scimToken } })).status,
    ).toBe(200);
    expect(
      (
        await world.ask('GET', '/scim/v2/Users', {
          token: null,
          headers: { authorization: `Basic ${world.scimToken}` },
        })
      ).status,
    ).toBe(401);
  });

  test('a disabled organization, or one beneath it, serves its directory nothing', async () => {
    const { id: partner } = await world.made(201, 'POST', '/organizations', { body: { name: 'Partner' } });
    const { id: site } = await world.made(201, 'POST', `/organizations/${partner}/organizations`, {
      body: { name: 'Site' },
    });
    const { token } = await world.made(201, 'POST', `/organizations/${site}/connections`, {
      body: { name: 'Directory', connector: 'scim' },
    });
    const own = world.client(token);
    await made(own, { userName: 'anna' });
    await world.made(200, 'PATCH', `/organizations/${partner}`, { body: { disabled: 1 } });
    expect([
      (await own.send('GET', '/Users')).status,
      (await own.send('POST', '/Users', { userName: 'bert' })).status,
    ]).toEqual([403, 403]);
    await world.made(200, 'PATCH', `/organizations/${partner}`, { body: { disabled: 0 } });
    expect((await own.expect([200], 'GET', '/Users')).totalResults).toBe(1);
  });

  test('a paused connection still stores; one that is switched off, or deleted, does not', async () => {
    const { client: own, id } = await fresh();
    await world.made(200, 'POST', `/connections/${id}/pause`, { body: { mode: 'all' } });
    await made(own, { userName: 'while paused' });
    await world.made(200, 'PATCH', `/connections/${id}`, { body: { enabled: false } });
    expect((await own.send('GET', '/Users')).status).toBe(403);
    await world.made(204, 'DELETE', `/connections/${id}?accounts=delete`);
    expect((await own.send('GET', '/Users')).status).toBe(401);
    expect(await world.sql('select id from scim_users where connection_id = $1', [id])).toEqual([]);
  });

  test('who guesses is slowed down; who has a token is not, behind the same address', async () => {
    const limited = await scimWorld({ settings: { rateLimitPerMinute: 100 } });
    try {
      const guesser = limited.client('usher_scim_guessed');
      const statuses: number[] = [];
      for (let count = 0; count < 32; count += 1) statuses.push((await guesser.send('GET', '/Users')).status);
      expect(new Set(statuses.slice(0, 30))).toEqual(new Set([401]));
      const { status, headers, body } = await guesser.send('GET', '/Users');
      expect([status, headers['retry-after'], body.status]).toEqual([429, expect.stringMatching(/^\d+$/), '429']);
      expect((await limited.client().send('GET', '/Users')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('more than fifty requests a second are told to wait two', async () => {
    const limited = await scimWorld({ settings: { rateLimitPerMinute: 100 } });
    try {
      const busy = limited.client();
      const answers = await Promise.all(Array.from({ length: 400 }, () => busy.send('GET', '/ResourceTypes')));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100);
      for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
    } finally {
      await limited.close();
    }
  });
});

test('who issued a token is in the audit, the token is not', async () => {
  const { id, token } = await fresh();
  const rows = await world.sql<{ row: string }>(
    `select to_jsonb(t)::text as row from audit_entries t where to_jsonb(t)::text like '%connection-tokens%'
      and to_jsonb(t)::text like $1`,
    [`%${id}%`],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toContain(token);
});
