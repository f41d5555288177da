import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, WorkingService } from '../../e2e/connected.js';
import { houseRadius } from '../../e2e/house-radius.js';
import { until } from '../../e2e/until.js';
import { signIn } from '../../radius/radclient.js';
import { withFreeRadius } from '../../radius/served-radius.js';
import { FakeEntra } from '../../simulators/scim/fake-entra.js';
import { person, ScimClient } from '../../simulators/scim/scim-client.js';
import { dayFromNow, DrivenVendor } from '../../vendor-files/driven-vendor.js';

const password = 'Sommer 2026!';

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
  readonly logins: readonly { readonly mac: string }[];
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

withFreeRadius('a work address that went on', () => {
  test('neither the leaver nor the successor gets what the other did under it', async () => {
    const email = 'chef@acme.example';
    const exported = exportedAt(house);
    const [leaver, successor] = ['petra.kral', 'otto.maly'].map((key) => person(key, { userName: email, email }));
    const [ofLeaver, ofNobody, ofSuccessor] = [1, 2, 3].map((last) => `AA-BB-CC-00-00-0${last}`);
    const colons = (mac: string) => mac.replaceAll('-', ':').toLowerCase();
    const idOf = () =>
      until('the account is there', async () => {
        const { _embedded } = await house.world.made(
          200,
          'GET',
          `/users?filter[username]=${encodeURIComponent(email)}`,
        );
        return _embedded.users.find(({ disabled }: { disabled: number }) => disabled === 0)?.id as string | undefined;
      });
    const radius = await houseRadius(house);
    const enters = async (mac: string) =>
      (await signIn(radius.auth, email, password, `Calling-Station-Id = "${mac}"`)).packet;
    const given = (id: string) => house.world.made(200, 'PATCH', `/users/${id}`, { body: { password } });
    try {
      // Before anybody has the name.
      expect(await enters(ofNobody)).toBe('Access-Reject');
      await entra.provision([leaver]);
      const formerId = await idOf();
      await given(formerId);
      expect(await enters(ofLeaver)).toBe('Access-Accept');
      await entra.disable(leaver);
      await until('it has ended', async () => (await house.accounts())[email] === 'disabled');
      expect(await entra.purge(leaver)).toBe(204);
      await entra.provision([successor]);
      const id = await until('the account is another', async () => {
        const now = await idOf();
        return now !== formerId && now;
      });
      await given(id);
      expect(await enters(ofSuccessor)).toBe('Access-Accept');

      const devices = async (name: string) => (await exported({ email, name })).logins.map(({ mac }) => mac);
      expect(await devices('Petra Kral')).toEqual([colons(ofLeaver)]);
      expect(await devices('Otto Maly')).toEqual([colons(ofSuccessor)]);
      expect(JSON.stringify(await exported({ email, name: 'Otto Maly' }))).not.toMatch(/petra/i);
      expect(JSON.stringify(await exported({ email, name: 'Petra Kral' }))).not.toMatch(/otto/i);

      await erasedAt(house, { email, name: 'Petra Kral' });
      expect(await idOf()).toBe(id);
      expect(await devices('Otto Maly')).toContain(colons(ofSuccessor));
      expect(await devices('Otto Maly')).not.toContain(colons(ofLeaver));
      const { _embedded } = await house.world.made(
        200,
        'GET',
        `/reports/1?earliest=-1h&filter[mac]=${colons(ofLeaver)}&columns=username`,
      );
      expect(_embedded.rows).toEqual([{ username: expect.stringMatching(/^erased /) }]);
    } finally {
      await radius.stop();
    }
  });
});
