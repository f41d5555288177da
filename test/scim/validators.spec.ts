import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { coreGroup, coreUser, enterpriseUser, filterOf, patchOp, ScimClient } from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

/** What the validators of Okta and Microsoft ask, and those of the standard. */
let world: ScimWorld;
let client: ScimClient;
beforeAll(async () => {
  world = await scimWorld();
  client = world.client();
});
afterAll(async () => {
  await world.close();
});

const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error';
const nobody = '0190a0a0-0000-7000-8000-00000000dead';

let made = 0;
function user(changes: object = {}) {
  made += 1;
  return {
    schemas: [coreUser],
    userName: `somebody-${made}@contoso.example`,
    name: { givenName: 'Some', familyName: `Body${made}` },
    emails: [{ primary: true, value: `somebody-${made}@contoso.example`, type: 'work' }],
    active: true,
    ...changes,
  };
}

async function create(changes: object = {}) {
  return client.expect([201], 'POST', '/Users', user(changes));
}

const operations = (...list: object[]) => ({ schemas: [patchOp], Operations: list });

describe("Okta's SPEC test", () => {
  test('a list of users has integers, and at least one user with what Okta reads', async () => {
    await create();
    const { status, body, headers } = await client.send('GET', '/Users?count=1&startIndex=1', undefined, {
      'content-type': 'application/json',
    });
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/scim\+json/)]);
    expect(body).toMatchObject({
      schemas: [listUrn],
      itemsPerPage: 1,
      startIndex: 1,
      totalResults: expect.any(Number),
    });
    const [first] = body.Resources;
    expect(first).toMatchObject({
      id: expect.any(String),
      userName: expect.any(String),
      name: { givenName: expect.any(String), familyName: expect.any(String) },
      emails: [{ value: expect.any(String) }],
      active: true,
    });
    expect((await client.expect([200], 'GET', `/Users/${first.id}`)).id).toBe(first.id);
  });

  test('somebody unknown: an empty list by filter, 404 with detail by id', async () => {
    expect(await client.expect([200], 'GET', `/Users${filterOf('userName', 'nobody-at-all@contoso.example')}`)).toEqual(
      { schemas: [listUrn], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    );
    for (const id of ['010101001010101011001010101011', nobody, '%00', 'x'.repeat(190)]) {
      const { status, body } = await client.send('GET', `/Users/${id}`);
      expect([status, body.schemas, body.status, typeof body.detail]).toEqual([404, [errorUrn], '404', 'string']);
    }
  });

  test('a new user is echoed with its address, and the same once more is a conflict', async () => {
    const body = user();
    const {
      status,
      body: answer,
      headers,
    } = await client.send('POST', '/Users', body, { 'content-type': 'application/json' });
    expect(status).toBe(201);
    expect(answer).toMatchObject({
      active: true,
      userName: body.userName,
      name: body.name,
      emails: body.emails,
      meta: { resourceType: 'User', version: 'W/"1"' },
    });
    expect(headers.location).toBe(`${world.scimUrl}/Users/${answer.id}`);
    expect(headers.etag).toBe('W/"1"');
    expect(answer.meta.location).toBe(headers.location);
    const again = await client.send('POST', '/Users', body);
    expect([again.status, again.body]).toEqual([
      409,
      { schemas: [errorUrn], status: '409', scimType: 'uniqueness', detail: expect.any(String) },
    ]);
  });

  test('names are found in any letter case', async () => {
    const { id, userName } = await create();
    const found = await client.expect([200], 'GET', `/Users${filterOf('userName', userName.toUpperCase())}`);
    expect(found.Resources.map((each: { id: string }) => each.id)).toEqual([id]);
  });

  test('a wrong token is told so in words', async () => {
    for (const token of ['wrong', null]) {
      const { status, body, headers } = await world.client(token).send('GET', '/Users');
      expect([status, body.schemas, body.status, typeof body.detail]).toEqual([401, [errorUrn], '401', 'string']);
      expect(headers['www-authenticate']).toMatch(/^Bearer/);
    }
    expect((await client.send('GET', '/Groups')).status).toBe(200);
  });
});

describe("Microsoft's validator", () => {
  test('many attributes at once, by long paths', async () => {
    const { id } = await create({ displayName: 'Before' });
    const after = await client.expect(
      [200],
      'PATCH',
      `/Users/${id}`,
      operations(
        { op: 'Replace', path: 'displayName', value: 'After' },
        { op: 'Replace', path: `${coreUser}:name.givenName`, value: 'Given' },
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@contoso.example' },
        { op: 'replace', path: 'emails[type eq "work"].primary', value: true },
        { op: 'add', path: `${enterpriseUser}:department`, value: 'Sales' },
        { op: 'replace', path: 'roles[primary eq "True"].value', value: 'x' },
        { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '1' },
        { op: 'add', path: 'preferredLanguage', value: 'de' },
      ),
    );
    expect(after).toMatchObject({
      displayName: 'After',
      name: { givenName: 'Given', familyName: expect.any(String) },
      emails: [{ type: 'work', value: 'new@contoso.example', primary: true }],
      [enterpriseUser]: { department: 'Sales' },
      preferredLanguage: 'de',
      meta: { version: 'W/"2"' },
    });
    expect(after.schemas).toEqual([coreUser, enterpriseUser]);
  });

  test("a new userName without a path; somebody else's is a conflict", async () => {
    const [one, other] = [await create(), await create()];
    expect(
      (
        await client.expect(
          [200],
          'PATCH',
          `/Users/${one.id}`,
          operations({ op: 'replace', value: { userName: 'renamed@contoso.example' } }),
        )
      ).userName,
    ).toBe('renamed@contoso.example');
    expect(
      (
        await client.send(
          'PATCH',
          `/Users/${other.id}`,
          operations({ op: 'replace', path: 'userName', value: 'RENAMED@contoso.example' }),
        )
      ).status,
    ).toBe(409);
    expect(
      (await client.send('PUT', `/Users/${other.id}`, user({ userName: 'renamed@contoso.example' }))).body.scimType,
    ).toBe('uniqueness');
  });

  test.each([
    ['"False"', { op: 'Replace', path: 'active', value: 'False' }],
    ['false', { op: 'replace', path: 'active', value: false }],
    ['false without a path', { op: 'replace', value: { active: false } }],
    ['"false" in upper case and without a path', { op: 'REPLACE', value: { ACTIVE: 'FALSE' } }],
  ])('disabled by %s, somebody is still found', async (_how, operation) => {
    const { id, userName } = await create();
    expect((await client.expect([200], 'PATCH', `/Users/${id}`, operations(operation))).active).toBe(false);
    expect((await client.expect([200], 'GET', `/Users/${id}`)).active).toBe(false);
    expect((await client.expect([200], 'GET', `/Users${filterOf('userName', userName)}`)).Resources).toMatchObject([
      { active: false },
    ]);
    expect(
      (
        await client.expect(
          [200],
          'GET',
          `/Users?filter=${encodeURIComponent(`active eq "False" and userName eq "${userName}"`)}`,
        )
      ).totalResults,
    ).toBe(1);
  });

  test('a manager comes as an id, as an object, as a list, and goes', async () => {
    const { id } = await create();
    const managers = [`${enterpriseUser}:manager`, 'manager'].flatMap((path) =>
      [nobody, [{ $ref: `../Users/${nobody}`, value: nobody }], { value: nobody }].map((value) => ({
        op: 'Add',
        path,
        value,
      })),
    );
    for (const operation of managers) {
      expect((await client.expect([200], 'PATCH', `/Users/${id}`, operations(operation)))[enterpriseUser]).toEqual({
        manager: { value: nobody },
      });
      expect(
        (
          await client.expect(
            [200],
            'GET',
            `/Users?filter=${encodeURIComponent(`id eq "${id}" and manager eq "${nobody}"`)}&attributes=id`,
          )
        ).Resources,
      ).toEqual([{ schemas: [coreUser, enterpriseUser], id }]);
      expect(
        (
          await client.expect(
            [200],
            'PATCH',
            `/Users/${id}`,
            operations({ op: 'Replace', path: `${enterpriseUser}:manager`, value: '' }),
          )
        )[enterpriseUser],
      ).toBeUndefined();
    }
  });

  test('a deleted user is gone, and the name is free', async () => {
    const { id, userName } = await create({ externalId: 'ext-deleted' });
    expect(await client.send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: undefined });
    for (const [method, body] of [
      ['GET'],
      ['DELETE'],
      ['PUT', user()],
      ['PATCH', operations({ op: 'replace', path: 'active', value: true })],
    ] as const) {
      expect((await client.send(method, `/Users/${id}`, body)).status).toBe(404);
    }
    expect((await create({ userName, externalId: 'ext-deleted' })).id).not.toBe(id);
  });

  test('groups: made, found, renamed, filled, emptied, deleted', async () => {
    const [one, other] = [await create(), await create()];
    const group = await client.expect([201], 'POST', '/Groups', {
      schemas: [coreGroup],
      displayName: 'Validators',
      externalId: 'Ext-1',
    });
    expect(group.members).toEqual([]);
    expect(
      (await client.send('POST', '/Groups', { schemas: [coreGroup], displayName: 'VALIDATORS' })).body.scimType,
    ).toBe('uniqueness');
    expect(
      (await client.expect([200], 'GET', `/Groups/${group.id}?excludedAttributes=members`)).members,
    ).toBeUndefined();
    expect(
      (
        await client.expect(
          [200],
          'GET',
          `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "validators"')}`,
        )
      ).Resources,
    ).toMatchObject([{ id: group.id }]);
    expect((await client.expect([200], 'GET', `/Groups${filterOf('externalId', 'Ext-1')}`)).totalResults).toBe(1);
    expect((await client.expect([200], 'GET', `/Groups${filterOf('externalId', 'ext-1')}`)).totalResults).toBe(0);
    const patch = (...list: object[]) => client.send('PATCH', `/Groups/${group.id}`, operations(...list));
    expect(
      await patch(
        { op: 'Replace', path: 'displayName', value: 'Validated' },
        { op: 'Replace', path: 'externalId', value: 'Ext-2' },
      ),
    ).toMatchObject({ status: 204, headers: { etag: 'W/"2"' } });
    const member = (id: string) => ({
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: id },
        { $ref: null, value: id },
      ],
    });
    expect((await patch(member(one.id))).headers.etag).toBe('W/"3"');
    expect((await patch(member(one.id))).headers.etag).toBe('W/"3"');
    expect((await patch(member(other.id))).status).toBe(204);
    const full = await client.expect([200], 'GET', `/Groups/${group.id}`);
    expect(full).toMatchObject({
      displayName: 'Validated',
      externalId: 'Ext-2',
      members: [{ type: 'User' }, { type: 'User' }],
    });
    expect((await client.expect([200], 'GET', `/Users/${one.id}`)).groups).toEqual([
      { value: group.id, $ref: `${world.scimUrl}/Groups/${group.id}`, display: 'Validated', type: 'direct' },
    ]);
    expect(
      (
        await client.expect(
          [200],
          'GET',
          `/Groups?filter=${encodeURIComponent(`id eq "${group.id}" and members eq "${one.id}"`)}&attributes=id`,
        )
      ).totalResults,
    ).toBe(1);
    expect((await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: one.id }] })).status).toBe(204);
    expect(
      (await client.expect([200], 'GET', `/Groups/${group.id}`)).members.map(({ value }: { value: string }) => value),
    ).toEqual([other.id]);
    expect(await patch({ op: 'Remove', path: 'members' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
    expect((await patch({ op: 'remove', path: `members[value eq "${other.id}"]` })).status).toBe(204);
    expect((await client.send('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await client.send('DELETE', `/Groups/${group.id}`)).status).toBe(404);
  });

  test('all operations of one request, or none', async () => {
    const before = await create();
    const { status, body } = await client.send(
      'PATCH',
      `/Users/${before.id}`,
      operations({ op: 'replace', path: 'title', value: 'X' }, { op: 'replace', path: 'active', value: 'no' }),
    );
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect(await client.expect([200], 'GET', `/Users/${before.id}`)).toEqual(before);
  });
});

describe('the standard', () => {
  test('what the service can do is told without a token; the rest with one', async () => {
    const stranger = world.client(null);
    const config = await stranger.expect([200], 'GET', '/ServiceProviderConfig');
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    for (const path of ['/Users', '/Groups', '/Schemas', '/ResourceTypes', '/Nothing', '/Bulk'])
      expect((await stranger.send('GET', path)).status).toBe(401);
  });

  test.each(['/Schemas', '/ResourceTypes'])('%s is a list, each of which is found by its id', async (path) => {
    const list = await client.expect([200], 'GET', path);
    expect(list).toMatchObject({
      schemas: [listUrn],
      totalResults: list.Resources.length,
      itemsPerPage: list.Resources.length,
      startIndex: 1,
    });
    for (const each of list.Resources) expect(await client.expect([200], 'GET', `${path}/${each.id}`)).toEqual(each);
    expect(JSON.stringify(list)).not.toContain('null');
    expect((await client.send('GET', `${path}/urn:nobody`)).body.status).toBe('404');
    expect((await client.send('GET', `${path}?filter=id eq "x"`.replaceAll(' ', '+'))).status).toBe(403);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await client.send(method, path, {})).status).toBe(405);
  });

  test('every attribute that is declared is kept and given back', async () => {
    const { Resources } = await client.expect([200], 'GET', '/Schemas');
    interface Declared {
      readonly name: string;
      readonly type: string;
      readonly multiValued: boolean;
      readonly mutability: string;
      readonly subAttributes?: readonly Declared[];
    }
    const sample = ({ name, type, multiValued, subAttributes }: Declared): unknown => {
      if (type === 'complex') {
        const parts = Object.fromEntries(
          (subAttributes ?? [])
            .filter((each) => each.mutability === 'readWrite' && each.type !== 'reference')
            .map((each) => [each.name, sample(each)]),
        );
        return multiValued ? [parts] : parts;
      }
      return type === 'boolean' ? true : `${name} ${made}`;
    };
    const attributesOf = (id: string) =>
      (Resources.find((each: { id: string }) => each.id === id).attributes as Declared[]).filter(
        ({ mutability }) => mutability === 'readWrite',
      );
    const extensions = Resources.map((each: { id: string }) => each.id).filter((id: string) =>
      id.includes(':extension:'),
    ) as string[];
    const written = {
      schemas: [coreUser, ...extensions],
      ...Object.fromEntries(attributesOf(coreUser).map((each) => [each.name, sample(each)])),
      ...Object.fromEntries(
        extensions.map((id) => [id, Object.fromEntries(attributesOf(id).map((each) => [each.name, sample(each)]))]),
      ),
    };
    const { body, status } = await client.send('POST', '/Users', written);
    expect(status).toBe(201);
    expect(body).toMatchObject(written);
    for (const [name, value] of Object.entries(written).filter(
      ([key]) => key !== 'schemas' && key !== 'userName' && key !== 'active',
    )) {
      const without = await client.expect(
        [200],
        'PATCH',
        `/Users/${body.id}`,
        operations({ op: 'remove', path: name }),
      );
      expect(without[name]).toBeUndefined();
      expect(
        (await client.expect([200], 'PATCH', `/Users/${body.id}`, operations({ op: 'add', path: name, value })))[name],
      ).toEqual(value);
    }
  });

  test('pages: stable, bounded, counted', async () => {
    const own = world.client((await world.connect()).token);
    const ids = [];
    for (let count = 0; count < 7; count += 1) ids.push((await own.expect([201], 'POST', '/Users', user())).id);
    const page = async (query: string) => own.expect([200], 'GET', `/Users?${query}`);
    const first = await page('startIndex=1&count=3');
    const second = await page('startIndex=4&count=3');
    const last = await page('startIndex=7&count=3');
    expect([first, second, last].flatMap(({ Resources }) => Resources.map(({ id }: { id: string }) => id))).toEqual(
      ids,
    );
    expect(last).toMatchObject({ totalResults: 7, startIndex: 7, itemsPerPage: 1 });
    expect(await page('count=0')).toMatchObject({ totalResults: 7, itemsPerPage: 0, Resources: [] });
    expect(await page('startIndex=-5&count=-1')).toMatchObject({ totalResults: 7, startIndex: 1, Resources: [] });
    expect(await page('startIndex=100')).toMatchObject({ totalResults: 7, Resources: [] });
    expect((await page('sortBy=userName&sortOrder=descending')).Resources.map(({ id }: { id: string }) => id)).toEqual(
      ids.toReversed(),
    );
    expect((await own.send('GET', '/Users?count=many')).status).toBe(400);
  });

  test('sorts by any attribute with one value, without regard to case; those without it come last', async () => {
    const own = world.client((await world.connect()).token);
    const ids: string[] = [];
    for (const title of ['porter', undefined, 'Head waiter'])
      ids.push((await own.expect([201], 'POST', '/Users', user({ title }))).id);
    const sorted = async (by: string) =>
      (await own.expect([200], 'GET', `/Users?sortBy=${by}`)).Resources.map(({ id }: { id: string }) => id);
    expect(await sorted('title')).toEqual([ids[2], ids[0], ids[1]]);
    expect(await sorted('emails')).toEqual(ids);
  });

  test('only what is asked for, or all but', async () => {
    const { id } = await create({ title: 'Lead', [enterpriseUser]: { department: 'Finance', costCenter: '7' } });
    const read = async (query: string) => client.expect([200], 'GET', `/Users/${id}?${query}`);
    expect(Object.keys(await read('attributes=userName,NAME.givenname')).sort()).toEqual([
      'id',
      'name',
      'schemas',
      'userName',
    ]);
    expect((await read('attributes=name.givenName')).name).toEqual({ givenName: 'Some' });
    expect(await read(`attributes=${enterpriseUser}:department`)).toEqual({
      schemas: expect.any(Array),
      id,
      [enterpriseUser]: { department: 'Finance' },
    });
    expect(Object.keys(await read('excludedAttributes=emails,id,meta,name')).sort()).toEqual(
      ['active', 'id', 'schemas', 'title', enterpriseUser, 'userName'].sort(),
    );
    expect(
      await client.expect(
        [200],
        'PATCH',
        `/Users/${id}?attributes=title`,
        operations({ op: 'replace', path: 'title', value: 'Head' }),
      ),
    ).toEqual({ schemas: expect.any(Array), id, title: 'Head' });
  });

  test('searches by POST, over one kind or both', async () => {
    const { id, userName } = await create();
    const search = (path: string, body: object) =>
      client.expect([200], 'POST', `${path}.search`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        ...body,
      });
    expect((await search('/Users/', { filter: `userName eq "${userName}"`, attributes: ['id'] })).Resources).toEqual([
      { schemas: [coreUser], id },
    ]);
    expect((await search('/Groups/', { filter: 'displayName eq "no such group"' })).totalResults).toBe(0);
    expect((await search('/', { filter: `id eq "${id}"` })).Resources).toMatchObject([{ id }]);
  });

  test('versions: 304 to who has it, 412 to who has an older one', async () => {
    const { id } = await create();
    expect(await client.send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' })).toMatchObject({
      status: 304,
      body: undefined,
    });
    expect(
      (
        await client.send('PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'title', value: 'a' }), {
          'if-match': 'W/"1"',
        })
      ).status,
    ).toBe(200);
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const body =
        method === 'PATCH'
          ? operations({ op: 'replace', path: 'title', value: 'b' })
          : method === 'PUT'
            ? user()
            : undefined;
      expect((await client.send(method, `/Users/${id}`, body, { 'if-match': 'W/"1"' })).status).toBe(412);
    }
    expect((await client.send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' })).status).toBe(200);
  });

  test.each<[number, string | undefined, string, string, unknown]>([
    [400, 'invalidFilter', 'GET', '/Users?filter=userName+xx+%22a%22', undefined],
    [400, 'invalidFilter', 'GET', '/Users?filter=nosuch+eq+%22a%22', undefined],
    [400, 'invalidFilter', 'GET', '/Users?filter=active+gt+true', undefined],
    [400, 'invalidFilter', 'GET', '/Users?filter=meta.created+gt+%222026-02-30T00:00:00Z%22', undefined],
    [400, 'invalidFilter', 'GET', '/Users?filter=meta.created+gt+%22%2B200000-01-01T00:00:00Z%22', undefined],
    [400, 'invalidFilter', 'GET', '/Users?filter=userName+eq+%22a%22+trailing', undefined],
    [400, 'invalidFilter', 'GET', '/Groups?filter=userName+eq+%22a%22', undefined],
    [400, 'invalidSyntax', 'POST', '/Users', '{"userName":'],
    [400, 'invalidSyntax', 'POST', '/Users', []],
    [400, 'invalidValue', 'POST', '/Users', { schemas: [coreUser] }],
    [400, 'invalidValue', 'POST', '/Users', { userName: 'x', active: 'perhaps' }],
    [400, 'invalidValue', 'POST', '/Users', { userName: 'a\0b' }],
    [400, 'invalidValue', 'POST', '/Groups', { displayName: '' }],
    [400, 'invalidValue', 'POST', '/Groups', { displayName: 'Ghosts', members: [{ value: nobody }] }],
    [400, 'invalidValue', 'POST', '/Groups', { displayName: 'Ghosts', members: [{ value: 'x' }] }],
    [501, undefined, 'POST', '/Bulk', {}],
    [501, undefined, 'GET', '/Me', undefined],
    [404, undefined, 'GET', '/Nothing', undefined],
    [404, undefined, 'GET', '/Users/a/b', undefined],
    [405, undefined, 'DELETE', '/Users', undefined],
    [405, undefined, 'POST', `/Users/${nobody}`, {}],
    [404, undefined, 'PUT', `/Users/${nobody}`, { userName: 'x' }],
  ])('%i %s: %s %s', async (status, scimType, method, path, body) => {
    const answer = await client.send(method, path, body);
    expect([answer.status, answer.body.scimType, answer.body.status, answer.body.schemas]).toEqual([
      status,
      scimType,
      String(status),
      [errorUrn],
    ]);
    expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
  });

  test('too large is refused in the same form', async () => {
    const { status, body } = await client.send('POST', '/Users', { userName: 'big', title: 'x'.repeat(2 ** 20) });
    expect([status, body.status, body.schemas]).toEqual([413, '413', [errorUrn]]);
    const huge = await client
      .send('PUT', `/Groups/${nobody}`, { displayName: 'x'.repeat(11 * 2 ** 20) })
      .catch(() => undefined);
    expect(huge?.body ?? { status: '413', schemas: [errorUrn] }).toMatchObject({ status: '413', schemas: [errorUrn] });
  });

  test.each(['//Users', '/Users/', '/Users?aadOptscim062020', '//Users//?aadOptscim062020=&x=y', '/users'])(
    'the address %s is understood',
    async (path) => {
      expect((await client.send('GET', path)).body.schemas).toEqual([listUrn]);
    },
  );

  test('there is one address, not one more under each prefix', async () => {
    for (const prefix of ['/v1', '/api'])
      expect((await world.ask('GET', `${prefix}/scim/v2/Users`, { token: world.scimToken })).status).toBe(404);
  });
});
