import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** It is about noon there, in standard time: hours to the west of Greenwich. */
const west = new Date().getUTCHours() - 12;
/** In summer time clocks are an hour ahead. */
const onClocks = (at: number, isSummer: boolean) => new Date(at - (west - (isSummer ? 1 : 0)) * hour);
const hhmm = (wall: Date) => wall.toISOString().slice(11, 16).replace(':', '');
const dayName = (wall: Date) => ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'][wall.getUTCDay()];

/** A rule of POSIX: days are counted without the 29th of February. */
function rule(wall: Date, daysLater = 0): string {
  const usual = Date.UTC(2027, wall.getUTCMonth(), Math.min(wall.getUTCDate(), wall.getUTCMonth() === 1 ? 28 : 31));
  const of = (usual - Date.UTC(2027, 0, 1)) / day;
  return `J${((of + daysLater + 365) % 365) + 1}/${wall.toISOString().slice(11, 19)}`;
}
const zone = (summerBegins: string, summerEnds: string) => `AAA${west}BBB${west - 1},${summerBegins},${summerEnds}`;

withFreeRadius('sessions by the clocks of the house', () => {
  let rig: RadiusRig;
  let count = 0;
  beforeAll(async () => {
    rig = await RadiusRig.open();
  });
  afterAll(() => rig.close());

  /** No such zone can be chosen: its clocks change within the hour. */
  async function setClocks(timeZone: string): Promise<void> {
    await rig.world.fresh.dataSource.transaction(async (manager) => {
      await manager.query(`set local usher.organization_id = '*'`);
      await manager.query('update organizations set time_zone = $1', [timeZone]);
    });
  }
  /** Seconds that FreeRADIUS gives to a user and to a voucher of two hours, of a group with these hours. */
  async function given(hours: string): Promise<readonly [user: number, voucher: number]> {
    const mark = (count += 1);
    const group = await rig.post('/user-groups', { name: `Group ${mark}`, policy: { login_time: hours } });
    await rig.post('/users', { username: `guest ${mark}`, password, table_id: group.id });
    const made = await rig.post('/vouchers', { table_id: group.id, duration: 7200 });
    const { code } = made._embedded.vouchers[0];
    const secondsOf = async (name: string, shown: string) =>
      Number((await signIn(rig.auth, name, shown)).attributes['Session-Timeout'] ?? Number.NaN);
    return [await secondsOf(`guest ${mark}`, password), await secondsOf(code, code)];
  }
  function expectEnd(seconds: readonly number[], at: number): void {
    const left = (at - Date.now()) / 1000;
    for (const each of seconds) expect([each >= left - 1, each <= left + 30]).toEqual([true, true]);
  }
  const soon = () => Math.ceil(Date.now() / minute) * minute;

  test('a session of a day that ends at midnight does, also half an hour before', async () => {
    const now = new Date();
    // It is between eleven and midnight there.
    const ahead = ((23 - now.getUTCHours() + 12) % 24) - 12;
    await setClocks(`Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`);
    const wall = new Date(now.getTime() + ahead * hour);
    const midnight = Math.ceil(wall.getTime() / day) * day - ahead * hour;
    expectEnd(await given(`${dayName(wall)}0000-2359`), midnight);
  });

  test('hours that end at a time which clocks pass over end when they go forward', async () => {
    const forward = soon() + 20 * minute;
    const wall = onClocks(forward, false);
    await setClocks(zone(rule(wall), rule(wall, 60)));
    expectEnd(await given(`${dayName(wall)}0000-${hhmm(new Date(wall.getTime() + 29 * minute))}`), forward);
  });

  test('hours that end at a time which comes twice end the first time', async () => {
    const back = soon() + 40 * minute;
    const wall = onClocks(back, true);
    await setClocks(zone(rule(wall, -60), rule(wall)));
    const last = new Date(wall.getTime() - 31 * minute);
    expectEnd(await given(`${dayName(wall)}0000-${hhmm(last)}`), back - 30 * minute);
  });

  test('a voucher of two hours lasts two hours, whatever the clocks do meanwhile', async () => {
    const forward = soon() + 20 * minute;
    const wall = onClocks(forward, false);
    await setClocks(zone(rule(wall), rule(wall, 60)));
    expect(await given('Al0000-2359')).toEqual([Number.NaN, 7200]);
  });
});
