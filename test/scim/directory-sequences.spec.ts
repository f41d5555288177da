import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import {
  coreGroup,
  coreUser,
  enterpriseUser,
  filterOf,
  patchOp,
  type ScimClient,
} from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

/** What directories do to one person or group over months, request by request, to the account at the console. */
let world: ScimWorld;
let client: ScimClient;
beforeAll(async () => {
  world = await scimWorld({}, { access: { preset: 'staff', deliver: [] } });
  client = world.client();
  await world.work();
});
afterAll(async () => {
  await world.close();
});

const at = (name: string) => `${name}@contoso.example`;
const patch = (path: string, ...operations: object[]) =>
  client.expect([200, 204], 'PATCH', path, { schemas: [patchOp], Operations: operations });
const hired = async (name: string, more: object = {}): Promise<string> =>
  (
    await client.expect([201], 'POST', '/Users', {
      schemas: [coreUser, enterpriseUser],
      externalId: `00u-${name}`,
      userName: at(name),
      active: true,
      emails: [{ primary: true, type: 'work', value: at(name) }],
      [enterpriseUser]: { department: 'Finance' },
      ...more,
    })
  ).id;
const grouped = async (displayName: string, ...members: string[]): Promise<string> =>
  (
    await client.expect([201], 'POST', '/Groups', {
      schemas: [coreGroup],
      displayName,
      members: members.map((value) => ({ value })),
    })
  ).id;
const found = async (filter: string) =>
  (await client.expect([200], 'GET', `/Users${filter}`)).Resources.map(({ id }: { id: string }) => id);

/** Waits until the console has the account so. */
async function isSeen(username: string, wanted: { disabled: number; group?: string }): Promise<void> {
  let seen: unknown;
  await eventually(`${username} is ${JSON.stringify(wanted)}`, async () => {
    const { _embedded } = await world.made(200, 'GET', `/users?filter[username]=${encodeURIComponent(username)}`);
    const [user] = _embedded.users;
    if (!user) return false;
    const group = user.table_id ? (await world.made(200, 'GET', `/user-groups/${user.table_id}`)).name : null;
    seen = { disabled: Number(user.disabled), ...(wanted.group !== undefined && { group }) };
    return JSON.stringify(seen) === JSON.stringify(wanted);
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; it is ${JSON.stringify(seen)}`);
  });
}

test('soft-deleted, restored, purged: memberships last to the end, and a group without somebody is newer', async () => {
  const [jana, eva] = [await hired('jana'), await hired('eva')];
  const group = await grouped('WiFi-Sales', jana, eva);
  await isSeen(at('jana'), { disabled: 0, group: 'WiFi-Sales' });
  await patch(`/Users/${jana}`, { op: 'Replace', path: 'active', value: 'False' });
  await isSeen(at('jana'), { disabled: 1 });
  expect((await client.expect([200], 'GET', `/Groups/${group}`)).members).toHaveLength(2);
  await patch(`/Users/${jana}`, { op: 'Replace', path: 'active', value: 'True' });
  await isSeen(at('jana'), { disabled: 0, group: 'WiFi-Sales' });

  const { etag } = (await client.send('GET', `/Groups/${group}`)).headers;
  await client.expect([204], 'DELETE', `/Users/${jana}`);
  await isSeen(at('jana'), { disabled: 1 });
  const after = await client.send('GET', `/Groups/${group}`, undefined, { 'if-none-match': String(etag) });
  expect([after.status, after.body?.members.map(({ value }: { value: string }) => value)]).toEqual([200, [eva]]);
  const stale = await client.send('PATCH', `/Groups/${group}`, { Operations: [] }, { 'if-match': String(etag) });
  expect([400, 412]).toContain(stale.status);
});

test('purged and made again under the same name: the old id is nobody, for people and for groups', async () => {
  const old = await hired('otto');
  const group = await grouped('WiFi-Night', old);
  await isSeen(at('otto'), { disabled: 0, group: 'WiFi-Night' });
  await client.expect([204], 'DELETE', `/Users/${old}`);
  const id = await hired('otto', { userName: at('OTTO') });
  expect(id).not.toBe(old);
  for (const method of ['GET', 'DELETE']) await client.expect([404], method, `/Users/${old}`);
  await client.expect([404], 'PUT', `/Users/${old}`, { userName: at('otto') });
  await client.expect([404], 'PATCH', `/Users/${old}`, { Operations: [{ op: 'add', path: 'title', value: 'x' }] });
  await patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${old}"]` });
  await client.expect([400], 'PATCH', `/Groups/${group}`, {
    Operations: [{ op: 'add', path: 'members', value: [{ value: old }] }],
  });
  await isSeen(at('otto'), { disabled: 0, group: 'Finance' });
  await patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: id }] });
  await isSeen(at('otto'), { disabled: 0, group: 'WiFi-Night' });
});

test('purged and made again: the account is the same by the number at the employer, not by the address', async () => {
  const idOf = async () =>
    (await world.made(200, 'GET', `/users?filter[username]=${encodeURIComponent(at('olga'))}`))._embedded.users[0]?.id;
  const known = { [enterpriseUser]: { employeeNumber: '4711' } };
  let scimId = await hired('olga', known);
  await isSeen(at('olga'), { disabled: 0 });
  const account = await idOf();
  const again = async (more: object) => {
    await client.expect([204], 'DELETE', `/Users/${scimId}`);
    await isSeen(at('olga'), { disabled: 1 });
    scimId = await hired('olga', more);
    await isSeen(at('olga'), { disabled: 0 });
  };
  await again(known);
  expect(await idOf()).toBe(account);
  await again({ [enterpriseUser]: { employeeNumber: '4712' } });
  expect(await idOf()).not.toBe(account);
});

test('another external id, another letter case, a renamed user: found under what they are now', async () => {
  const id = await hired('Ludvig');
  await patch(`/Users/${id}`, { op: 'replace', path: 'externalId', value: '00U-other' });
  expect(await found(filterOf('externalId', '00U-other'))).toEqual([id]);
  for (const gone of ['00u-other', '00u-Ludvig']) expect(await found(filterOf('externalId', gone))).toEqual([]);
  expect(await found(filterOf('USERNAME', at('LUDVIG')))).toEqual([id]);
  await patch(`/Users/${id}`, {
    op: 'replace',
    value: { userName: at('ludvig.holm'), 'emails[type eq "work"].value': at('ludvig.holm') },
  });
  expect(await found(filterOf('userName', at('Ludvig')))).toEqual([]);
  expect(await found(filterOf('emails[type eq "work"].value', at('LUDVIG.HOLM')))).toEqual([id]);
  await isSeen(at('ludvig.holm'), { disabled: 0 });
  await patch(`/Users/${id}`, { op: 'Remove', path: 'externalId' });
  expect(await found(filterOf('externalId', '00U-other'))).toEqual([]);
});

test('names in other scripts are found in any letter case, by each attribute', async () => {
  const id = await hired('zoe', { displayName: 'Ζωή Παπαδοπούλου', title: 'Größe', userName: 'ЖАННА@contoso.example' });
  for (const [attribute, value] of [
    ['displayName', 'ΖΩΉ ΠΑΠΑΔΟΠΟΎΛΟΥ'],
    ['title', 'GRÖßE'],
    ['userName', 'жанна@contoso.example'],
  ])
    expect(await found(filterOf(attribute, value))).toEqual([id]);
});

test('a group that is renamed, deleted with its members, and made again under its name', async () => {
  const ids = [await hired('ida'), await hired('ivo')];
  const group = await grouped('WiFi-Bar', ...ids);
  await isSeen(at('ida'), { disabled: 0, group: 'WiFi-Bar' });
  await patch(`/Groups/${group}`, { op: 'replace', value: { id: group, displayName: 'WiFi-Lounge' } });
  for (const name of ['ida', 'ivo']) await isSeen(at(name), { disabled: 0, group: 'WiFi-Lounge' });
  await client.expect([204], 'DELETE', `/Groups/${group}`);
  for (const name of ['ida', 'ivo']) await isSeen(at(name), { disabled: 0, group: 'Finance' });
  expect((await client.expect([200], 'GET', `/Users/${ids[0]}`)).groups ?? []).toEqual([]);
  await grouped('wifi-lounge', ids[1]);
  // A Wi-Fi group is the same in any letter case.
  await isSeen(at('ivo'), { disabled: 0, group: 'WiFi-Lounge' });
  await isSeen(at('ida'), { disabled: 0, group: 'Finance' });
});

test('a PUT of the bare minimum neither takes access nor keeps anybody from losing it', async () => {
  const id = await hired('mia', { userName: 'mia.nova' });
  await isSeen(at('mia'), { disabled: 0 });
  const after = await client.expect([200], 'PUT', `/Users/${id}`, { schemas: [coreUser], userName: 'mia.nova' });
  expect([after.active, after.emails]).toEqual([true, undefined]);
  await isSeen(at('mia'), { disabled: 0 });
  await client.expect([200], 'PUT', `/Users/${id}`, { schemas: [coreUser], userName: 'mia.nova', active: false });
  await isSeen(at('mia'), { disabled: 1 });
});

test("somebody else's extensions come and go without a trace, at people and at groups", async () => {
  const acme = 'urn:ietf:params:scim:schemas:extension:acme:2.0:User';
  const id = await hired('nils', { schemas: [coreUser, acme], [acme]: { costume: { size: 'XL' } } });
  const shown = await client.expect([200], 'GET', `/Users/${id}`);
  expect(JSON.stringify(shown)).not.toContain('acme');
  await patch(`/Users/${id}`, { op: 'replace', path: acme, value: { costume: null } });
  await patch(`/Users/${id}`, { op: 'remove', path: `${acme}:costume.size` });
  const group = await client.expect([201], 'POST', '/Groups', {
    schemas: [coreGroup, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    displayName: 'Acme',
    'urn:ietf:params:scim:schemas:extension:acme:2.0:Group': { colour: 'red' },
  });
  await patch(`/Groups/${group.id}`, {
    op: 'replace',
    value: { 'urn:ietf:params:scim:schemas:extension:acme:2.0:Group:colour': 'blue' },
  });
});

test('pages in order while people come, change and go behind them', async () => {
  const own = world.client((await world.connect()).token);
  const people = [];
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    people.push((await own.expect([201], 'POST', '/Users', { userName: at(name) })).id);
  const page = async (startIndex: number) => await own.expect([200], 'GET', `/Users?startIndex=${startIndex}&count=2`);
  const ids = ({ Resources }: { Resources: { id: string }[] }) => Resources.map((each) => each.id);
  expect(ids(await page(1))).toEqual(people.slice(0, 2));
  await own.expect([200], 'PUT', `/Users/${people[0]}`, { userName: at('zz'), active: false });
  await own.expect([201], 'POST', '/Users', { userName: at('0') });
  await own.expect([204], 'DELETE', `/Users/${people[4]}`);
  const second = await page(3);
  expect([ids(second), second.totalResults, second.itemsPerPage]).toEqual([people.slice(2, 4), 5, 2]);
  const last = await page(7);
  expect([last.Resources, last.totalResults, last.startIndex]).toEqual([[], 5, 7]);
});

test('If-Match guards a change, also in lists and of groups; a star means any', async () => {
  const id = await hired('quin');
  const change = (
    match: string,
    path = `/Users/${id}`,
    operation: object = { op: 'add', path: 'title', value: match },
  ) => client.send('PATCH', path, { Operations: [operation] }, { 'if-match': match });
  const { etag } = (await client.send('GET', `/Users/${id}`)).headers;
  expect((await change(`"9", ${String(etag)}`)).status).toBe(200);
  expect((await change(String(etag))).status).toBe(412);
  expect((await change('*')).status).toBe(200);
  expect((await client.send('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"1"' })).status).toBe(412);
  const group = await grouped('Guarded', id);
  const first = (await client.send('GET', `/Groups/${group}`)).headers.etag;
  const rename = { op: 'replace', path: 'displayName', value: 'Guarded on' };
  expect((await change(String(first), `/Groups/${group}`, rename)).status).toBe(204);
  expect((await change(String(first), `/Groups/${group}`, rename)).status).toBe(412);
});

test('the address of what was made is told, whatever of it was asked for', async () => {
  const reply = await client.send('POST', '/Users?attributes=userName', { userName: at('rob') });
  expect([reply.status, reply.body.meta]).toEqual([201, undefined]);
  expect(String(reply.headers.location)).toMatch(new RegExp(`/scim/v2/Users/${reply.body.id}$`));
});
