import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { moveOn } from '../../api/usher-world.js';
import { type Connected, connected } from '../../e2e/connected.js';
import { until } from '../../e2e/until.js';
import { webhookToken } from '../../mews/mews-rig.js';
import { MewsSimulator } from '../../simulators/mews/mews-simulator.js';
import { RemoteConsoleSimulator } from '../../simulators/remote-console/remote-console-simulator.js';

/** A console elsewhere is away while guests leave and arrive, and comes back. */
let mews: MewsSimulator;
let simulator: RemoteConsoleSimulator;
let house: Connected;
let sent: ReturnType<MewsSimulator['postWebhooksTo']>;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const stay = (lastName: string, room: string) =>
  mews.hotel.book({ guest: { lastName }, room, arrival: inHours(-1), departure: inHours(48) });

beforeAll(async () => {
  mews = await MewsSimulator.start({ rooms: ['101', '102'] });
  simulator = await RemoteConsoleSimulator.start({ mode: 'extended', ratePerMinute: 10_000 });
  house = await connected({
    connector: 'mews',
    settings: { base_url: mews.url },
    secrets: { client_token: mews.clientToken, access_token: mews.accessToken, webhook_token: webhookToken },
    access: {
      preset: 'hotel',
      username: '{{ room }}-{{ last_name | slug }}',
      ends: { at: 'departure', offset_seconds: 0, after_check_out_seconds: 0 },
    },
    target: { console: 'remote', base_url: simulator.address, token: simulator.token },
  });
  sent = mews.postWebhooksTo({ url: `${house.hookUrl}/${webhookToken}`, lagMilliseconds: 60_000 });
  await house.scan();
});
afterAll(async () => {
  await house?.close();
  await simulator?.close();
  await mews?.stop();
});

const read = () => house.world.made(200, 'GET', `/connections/${house.connectionId}`);
const awaySince = async () => (await read()).console_unreachable_since;
const enabled = () =>
  [...simulator.organization().users.values()]
    .filter(({ disabled }) => !disabled)
    .map(({ username }) => String(username))
    .sort();
const become = (what: string, ...names: string[]) =>
  until(what, () => JSON.stringify(enabled()) === JSON.stringify(names));

test('who leaves while the console is away is out once it is back and somebody asks, and who came is in', async () => {
  const novak = stay('Novak', '101');
  mews.hotel.checkIn(novak);
  await sent.flush();
  await become('Novak is in', '101-novak');
  await simulator.close();
  mews.hotel.checkOut(novak);
  mews.hotel.checkIn(stay('Berg', '102'));
  await sent.flush();
  const since = await until('it is said to be away', awaySince);
  expect(Math.abs(Date.parse(String(since)) - Date.now())).toBeLessThan(60_000);
  expect(enabled()).toEqual(['101-novak']);
  await simulator.open();
  await house.world.made(200, 'POST', `/connections/${house.connectionId}/test`);
  expect(await awaySince()).toBeNull();
  await become('Novak is out, Berg is in', '102-berg');
});

test('a proxy says that the console is away, and nobody has to ask for it to be tried again', async () => {
  simulator.fail({ kind: 'status', status: 503, body: '<html>maintenance</html>' }, { times: 1000 });
  mews.hotel.checkIn(stay('Orsini', '101'));
  await sent.flush();
  await until('it is said to be away', awaySince);
  simulator.heal();
  // As long as it is left alone before it is looked at again.
  moveOn(house.world, 15);
  await become('Orsini is in', '101-orsini', '102-berg');
  await until('it is back', async () => (await awaySince()) === null);
});
