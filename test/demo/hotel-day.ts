import type { Act, Outcome } from './act.js';
import { DemoPortal } from './demo-portal.js';

/** Reservation numbers and bookings that later scenes come back to. */
const known: Record<string, string> = {};
const withoutRadius: Outcome = { skipped: 'no FreeRADIUS here' };
const laptopPassword = 'a laptop remembers it';
let jana: { id: string; validUntil: string | null };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

export const hotelDay: readonly Act[] = [
  {
    title: 'Fourteen guests are in house already: the first full list brings their accounts',
    play: async (world) => [
      ...(await world.expect(
        'the FIAS link is connected',
        async () => linkOf(await world.api('GET', `/connections/${world.fiasConnection}`)) === 'connected',
        20,
      )),
      ...(await world.expect('fourteen accounts', async () => (await world.users()).length === 14, 20)),
      ...(await world.expectUser('203-mueller', 'on')),
    ],
  },
  {
    title: 'Arrivals at the front desk',
    play: async (world) => {
      known.jana = world.lindenhof.checkIn({ room: '412', lastName: 'Nováková', firstName: 'Jana', vip: '2' });
      const problems = await world.expectUser('412-novakova', 'on');
      const found = await world.user('412-novakova');
      jana = { id: found?.id ?? '', validUntil: found?.valid_until ?? null };
      const group = found?.table_id ? await world.api('GET', `/user-groups/${found.table_id}`) : {};
      world.view.say(`VIP level 2 puts her into the group "${String(group.name)}"`);
      return [...problems, ...(group.name === 'VIP guests' ? [] : ['a VIP guest is not in the VIP group'])];
    },
  },
  {
    title: "Jana's laptop joins the Wi-Fi: a real supplicant, PEAP, against FreeRADIUS",
    play: async ({ wifi, view, api }) => {
      if (!wifi) return withoutRadius;
      await api('PATCH', `/users/${jana.id}`, { password: laptopPassword });
      const started = performance.now();
      if (!(await wifi.joins('412-novakova', laptopPassword))) return ['the laptop could not join'];
      view.say(`the laptop is in VLAN and session of its account after ${Math.round(performance.now() - started)} ms`);
      return [];
    },
  },
  {
    title: "Jana's phone is led to the hotel's page: room and surname, and it is online",
    play: async ({ portal, view }) => {
      const wrong = await portal.comesIn('412', 'Nobody');
      const started = performance.now();
      const seen = await portal.comesIn('412', 'novakova');
      const took = Math.round(performance.now() - started);
      const problems = wrong.isOnline ? ['a wrong name lets in'] : [];
      if (!portal.leadsOn) {
        view.say('the page leads on to the login of the gateway; no FreeRADIUS here that would answer it');
        const found = seen.text.includes('username=412-novakova') ? problems : [...problems, 'the page leads nowhere'];
        return found.length > 0 ? found : withoutRadius;
      }
      view.say(`${DemoPortal.browser ? 'Chromium' : 'plain HTTP'}, ${took} ms: “${seen.text.slice(0, 90)}”`);
      return seen.isOnline ? problems : [...problems, `the phone is not online: ${seen.text.slice(0, 200)}`];
    },
  },
  {
    title: 'A sharer joins room 412',
    play: async (world) => {
      known.sean = world.lindenhof.share(known.jana, { lastName: "O'Brien", firstName: 'Seán' });
      return world.expectUser('412-obrien', 'on');
    },
  },
  {
    title: 'Jana moves to room 518: the account follows, it is not made anew',
    play: async (world) => {
      world.lindenhof.move(known.jana, '518');
      const problems = [
        ...(await world.expectUser('518-novakova', 'on')),
        ...(await world.expectUser('412-novakova', 'absent')),
      ];
      const found = await world.user('518-novakova');
      return [...problems, ...(found?.id === jana.id ? [] : ['the account has another id after the move'])];
    },
  },
  {
    title: 'Jana stays two days longer',
    play: async (world) => {
      world.lindenhof.extend(known.jana, world.lindenhof.day(5));
      return world.expect(
        'her account is valid for longer',
        async () => ((await world.user('518-novakova'))?.valid_until ?? '') > (jana.validUntil ?? ''),
      );
    },
  },
  {
    title: 'Seán leaves early',
    play: async (world) => {
      world.lindenhof.checkOut(known.sean);
      return [...(await world.expectUser('412-obrien', 'off')), ...(await world.expectUser('518-novakova', 'on'))];
    },
  },
  {
    title: 'Hotel Seeblick: a check-in over webhooks that come late, twice and out of order; a no-show gets nothing',
    play: async (world) => {
      const { hotel } = world.seeblick;
      known.maria = hotel.book({
        guest: { firstName: 'Maria', lastName: 'Łukasiewicz' },
        companions: [{ firstName: 'Jan', lastName: 'Nowak' }],
        room: '12',
        arrival: inDays(-0.01),
        departure: inDays(2),
      });
      known.absent = hotel.book({
        guest: { firstName: 'Theo', lastName: 'Absent' },
        room: '14',
        arrival: inDays(-0.01),
        departure: inDays(1),
      });
      hotel.checkIn(known.maria);
      hotel.noShow(known.absent);
      return [
        ...(await world.expectUser('seeblick-12-lukasiewicz', 'on', 20)),
        ...(await world.expectUser('seeblick-12-nowak', 'on', 20)),
        ...(await world.expectUser('seeblick-14-absent', 'absent')),
      ];
    },
  },
  {
    title: 'The FIAS link is lost; guests come and go meanwhile; the link comes back and catches up',
    play: async (world) => {
      await world.lindenhof.stop();
      const problems = await world.expect(
        'the loss is noticed',
        async () => linkOf(await world.api('GET', `/connections/${world.fiasConnection}`)) !== 'connected',
        20,
      );
      known.ines = world.lindenhof.checkIn({ room: '305', lastName: 'İnci', firstName: 'Ece' });
      known.lee = world.lindenhof.checkIn({ room: '306', lastName: '李', firstName: 'Ming' });
      world.lindenhof.checkOut(known.ines);
      await world.lindenhof.start();
      return [
        ...problems,
        ...(await world.expectUser('306-li', 'on', 30)),
        // Who came and left while the link was down may have had no account at all: both are right.
        ...(await world.expect(
          '305-inci is off or was never there',
          async () => (await world.user('305-inci'))?.disabled !== 0,
        )),
      ];
    },
  },
  {
    title: 'A full list in which half the house is missing: held for a person to decide, nobody loses access',
    play: async (world) => {
      const gone = world.lindenhof.loseGuests(0.5);
      const run = await world.api('POST', `/connections/${world.fiasConnection}/sync`, {
        mode: 'full',
        dry_run: false,
      });
      const runPath = `/runs/${String(run.id)}`;
      const problems = await world.expect(
        'the run is held',
        async () => (await world.api('GET', runPath)).status === 'held',
        30,
      );
      const held = await world.api('GET', runPath);
      world.view.say(
        `run ${String(held.status)}: ${String(held.held)} removals wait, plan ${String(held.plan_hash).slice(0, 12)}…`,
      );
      const online = (await world.users()).filter(
        ({ username, disabled }) => disabled === 0 && !username.startsWith('seeblick'),
      ).length;
      const inHouse = world.lindenhof.house.inHouse().length + gone.length;
      world.lindenhof.findGuests(gone);
      await world.api('POST', `${runPath}/reject`);
      return [...problems, ...(online === inHouse ? [] : [`${online} accounts online for ${inHouse} guests`])];
    },
  },
  {
    title: 'Departures: everybody checks out',
    play: async (world) => {
      for (const { reservation } of world.lindenhof.house.inHouse()) world.lindenhof.checkOut(reservation);
      world.seeblick.hotel.checkOut(known.maria);
      return [
        ...(await world.expectUser('518-novakova', 'off')),
        ...(await world.expect(
          'every account is off',
          async () => (await world.users()).every(({ disabled }) => disabled === 1),
          20,
        )),
      ];
    },
  },
  {
    title: 'Whose stay is over is thrown off the Wi-Fi, and does not get back in',
    play: async ({ wifi, portal, expect }) => {
      if (!wifi) return withoutRadius;
      return [
        ...(await expect("the gateway was told to end the phone's session", () =>
          Promise.resolve(wifi.isThrownOff(portal.session ?? 'none')),
        )),
        ...(await expect('the access point was told to end the session', () => Promise.resolve(wifi.isThrownOff()))),
        ...((await wifi.canSignIn('518-novakova', laptopPassword)) ? ['the account still opens the network'] : []),
      ];
    },
  },
];

function linkOf(connection: Record<string, unknown>): string {
  return String((connection.link as { state?: string } | null)?.state);
}
