import { person } from '../simulators/scim/scim-client.js';
import type { Act } from './act.js';
import type { DemoWorld } from './demo-world.js';

const lena = person('lena.berg');
const omar = person('omar.haddad', { department: 'IT' });
let visitor: string;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

export const officeDay: readonly Act[] = [
  {
    title: 'The office next door: its directory hires two people over SCIM, as Microsoft Entra ID does',
    play: async ({ office, expectUser }) => {
      await office.directory.testConnection();
      await office.directory.provision([lena, omar]);
      return [
        ...(await expectUser('lena.berg@contoso.example', 'on')),
        ...(await expectUser('omar.haddad@contoso.example', 'on')),
      ];
    },
  },
  {
    title: 'Omar leaves: the directory disables him, his access ends',
    play: async ({ office, expectUser }) => {
      await office.directory.disable(omar);
      return [
        ...(await expectUser('omar.haddad@contoso.example', 'off')),
        ...(await expectUser('lena.berg@contoso.example', 'on')),
      ];
    },
  },
  {
    title: "The warehouse's staff come as a file each night; one leaves; then half a file arrives, and is refused",
    play: async (world) => {
      const { office, expect, expectUser, view } = world;
      await office.uploadStaff();
      const problems = await expect('twelve accounts from the file', async () => (await staffOnline(world)) === 12, 20);
      office.warehouse[3] = {
        ...office.warehouse[3],
        status: 'terminated',
        end: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      };
      await office.uploadStaff();
      problems.push(...(await expectUser('jana.novak3@acme.example', 'off', 20)));
      const { status, body } = await office.uploadStaff({ cut: true });
      view.say(`the half file: ${status}, ${String(body.detail).split(';')[0]}`);
      const online = await staffOnline(world);
      return [
        ...problems,
        ...(status === 422 ? [] : [`half a file was answered ${status}`]),
        ...(online === 11 ? [] : [`${online} of 11 online after half a file`]),
      ];
    },
  },
  {
    title: 'A visitor signs in at reception (Envoy): a voucher until the end of the visit, shown beside the name',
    play: async ({ office, expect, view }) => {
      const invite = office.envoy.office.invite({ fullName: 'Ada Byron', expectedDepartureAt: inHours(3) });
      visitor = office.envoy.office.signIn({ fullName: 'Ada Byron', inviteId: invite });
      await office.reception.flush();
      const problems = await expect(
        'the code is where reception reads it',
        () => Promise.resolve(office.badge.length > 0),
        20,
      );
      view.say(`on the badge: ${office.badge.map(({ label, value }) => `${label} ${value}`).join(', ')}`);
      return problems;
    },
  },
  {
    title: 'The visitor signs out: the voucher is worth nothing',
    play: async (world) => {
      world.office.envoy.office.signOut(visitor);
      await world.office.reception.flush();
      return world.expect(
        'no voucher is left',
        async () => (await world.api('GET', '/vouchers?filter[status]=unused')).total_items === 0,
        20,
      );
    },
  },
];

async function staffOnline(world: DemoWorld): Promise<number> {
  return (await world.users()).filter(({ username, disabled }) => username.endsWith('@acme.example') && disabled === 0)
    .length;
}
