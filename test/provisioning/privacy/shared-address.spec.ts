import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, WorkingService } from '../../e2e/connected.js';
import { until } from '../../e2e/until.js';
import { FakeEntra } from '../../simulators/scim/fake-entra.js';
import { person, ScimClient } from '../../simulators/scim/scim-client.js';
import { dayFromNow, DrivenVendor } from '../../vendor-files/driven-vendor.js';

/** One address, two people: what is kept of one is neither handed to the other nor erased with them. */
let service: WorkingService;
let house: Connected;
let client: ScimClient;
let entra: FakeEntra;
beforeAll(async () => {
  service = await WorkingService.start();
  house = await service.connected({ connector: 'scim' });
  const { token } = await house.world.made(200, 'POST', `/connections/${house.connectionId}/rotate-token`);
  client = new ScimClient(`http://127.0.0.1:${house.world.port}/scim/v2`, token);
  entra = new FakeEntra(client, { hasFlag: false });
});
afterAll(async () => {
  client?.stop();
  await house?.close();
  await service?.stop();
});

interface Exported {
  readonly records: readonly { readonly key: string }[];
  readonly accounts: readonly { readonly username: string }[];
  readonly logins: readonly { readonly reason: string | null }[];
  readonly log: readonly object[];
  readonly registrations: readonly { readonly email: string }[];
}
const exportedAt =
  ({ world }: Connected) =>
  async (body: object) =>
    (await world.made(200, 'POST', '/privacy/exports', { body })).data as unknown as Exported;

async function erasedAt({ world }: Connected, body: object): Promise<void> {
  const { id } = await world.made(202, 'POST', '/privacy/erasures', { body });
  await until('the erasure is done', async () => {
    const { status } = await world.made(200, 'GET', `/privacy/erasures/${id}`);
    return status === 'done';
  });
}

test('a couple with one address: each is exported and erased alone', async () => {
  const vendor = await DrivenVendor.start(service, 'pms/cloudbeds', { access: { preset: 'hotel' } });
  const email = 'family@example.com';
  const ask = (path: string, body: object) => vendor.house.world.ask('POST', path, { body });
  const exported = exportedAt(vendor.house);
  try {
    const arrives = (first: string, room: string, address: string) =>
      vendor.records.add({
        '/guestFirstName': first,
        '/guestLastName': 'Novak',
        '/guestEmail': address,
        '/roomName': room,
        '/startDate': dayFromNow(-1),
        '/endDate': dayFromNow(3),
      });
    arrives('Eva', '101', email);
    arrives('Jan', '102', email);
    arrives('Ida', '103', 'ida@example.com');
    await vendor.list();
    await until('all have accounts', async () => Object.keys(await vendor.house.accounts()).length === 3);
    for (const path of ['/privacy/exports', '/privacy/erasures']) {
      const refused = await ask(path, { email: 'Family@example.com' });
      expect([refused.status, refused.body]).toEqual([
        422,
        expect.objectContaining({
          people: ['Eva Novak', 'Jan Novak'],
          errors: [{ pointer: '#/name', detail: expect.stringContaining('"Eva Novak", "Jan Novak"') }],
        }),
      ]);
      expect((await ask(path, { email, name: 'Ida Novak' })).status).toBe(422);
    }
    const eva = await exported({ email, name: 'novak EVA' });
    expect([eva.records.length, eva.accounts.length]).toEqual([1, 1]);
    expect(JSON.stringify(eva)).not.toMatch(/jan/i);
    // By her account, too: the address does not bring his along.
    const [{ username }] = eva.accounts;
    expect(JSON.stringify(await exported({ username }))).not.toMatch(/jan/i);
    const jan = await exported({ email, name: 'Jan Novak' });
    expect(jan.log).toContainEqual(expect.objectContaining({ kind: 'create_user' }));

    await erasedAt(vendor.house, { email, name: 'Eva Novak' });
    const accounts = await vendor.house.accounts();
    expect([Object.keys(accounts).length, accounts[username]]).toEqual([2, undefined]);
    // Of him everything is there; by the address alone, too, now that it is his.
    expect(await exported({ email })).toEqual(jan);
  } finally {
    await vendor.stop();
  }
});

test('a work address that went on: neither the leaver nor the successor gets what the other did under it', async () => {
  const email = 'chef@acme.example';
  const exported = exportedAt(house);
  const [leaver, successor] = ['petra.kral', 'otto.maly'].map((key) => person(key, { userName: email, email }));
  const idOf = () =>
    until('the account is there', async () => {
      const { _embedded } = await house.world.made(200, 'GET', `/users?filter[username]=${encodeURIComponent(email)}`);
      return _embedded.users.find(({ disabled }: { disabled: number }) => disabled === 0)?.id as string | undefined;
    });
  const signsIn = (userId: string | null, reason: string) =>
    house.world.sql(
      `insert into authentication_log (organization_id, at, id, username, username_key, user_id, outcome, reason)
       values ($1, now(), gen_random_uuid(), $2, $2, $3, $4, $5)`,
      [house.world.organizationId, email, userId, userId === null ? 'rejected' : 'accepted', reason],
    );
  await entra.provision([leaver]);
  const formerId = await idOf();
  await signsIn(formerId, 'of the leaver');
  await entra.disable(leaver);
  await until('it has ended', async () => (await house.accounts())[email] === 'disabled');
  expect(await entra.purge(leaver)).toBe(204);
  await entra.provision([successor]);
  const id = await until('the account is another', async () => {
    const now = await idOf();
    return now !== formerId && now;
  });
  await signsIn(id, 'of the successor');
  await signsIn(null, 'of nobody who is known');

  const reasons = async (name: string) => (await exported({ email, name })).logins.map(({ reason }) => reason);
  expect(await reasons('Petra Kral')).toEqual(['of the leaver']);
  expect(await reasons('Otto Maly')).toEqual(['of the successor']);
  expect(JSON.stringify(await exported({ email, name: 'Otto Maly' }))).not.toMatch(/petra/i);
  expect(JSON.stringify(await exported({ email, name: 'Petra Kral' }))).not.toMatch(/otto/i);

  await erasedAt(house, { email, name: 'Petra Kral' });
  expect(await idOf()).toBe(id);
  expect(await reasons('Otto Maly')).toContain('of the successor');
  expect(await reasons('Otto Maly')).not.toContain('of the leaver');
  const names = await house.world.sql<{ username: string }>(
    `select username from authentication_log where user_id = $1`,
    [formerId],
  );
  expect(names).toEqual([{ username: expect.stringMatching(/^erased /) }]);
});
