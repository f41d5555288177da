import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemContext } from '../../src/kernel/context.js';
import type { JsonBody } from '../http/http-world.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const mac = 'aa:bb:cc:00:11:22';
const spellings = [mac, 'AA-BB-CC-00-11-22', 'aabb.cc00.1122', 'aabbcc001122', 'AABBCC-001122', ' aa:BB:cc:00:11:22 '];

withFreeRadius('addresses in reports of what came by RADIUS', () => {
  let rig: RadiusRig;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    await rig.post('/users', { username: 'anna', password });
    const group = await rig.post('/user-groups', { name: 'Day guests', policy: {} });
    const [{ code }] = (await rig.post('/vouchers', { table_id: group.id, duration: 3600 }))._embedded.vouchers;
    for (const [name, secret] of [
      ['anna', password],
      ['anna', 'guessed'],
      [code, code],
    ])
      await signIn(rig.auth, name, secret);
    await signIn(
      rig.auth,
      'anna',
      password,
      'Calling-Station-Id = "02-00-00-00-00-01"',
      'Called-Station-Id = "00-11-22-33-44-66:Lindenhof"',
    );
    for (const station of ['AA-BB-CC-00-11-22', '02:00:00:00:00:01']) {
      await rig.account(
        over(
          [
            'Acct-Status-Type = Start',
            `Acct-Session-Id = "of ${station}"`,
            'User-Name = "anna"',
            'NAS-Identifier = "lobby"',
            'Called-Station-Id = "001122334455:Lindenhof"',
          ],
          [`Calling-Station-Id = "${station}"`],
        ),
      );
    }
  });
  afterAll(() => rig.close());

  async function rows(report: string, query: string): Promise<JsonBody[]> {
    const { status, text, body } = await rig.world.call('GET', `/reports/${report}?earliest=-1h&${query}`);
    if (status !== 200) throw new Error(text);
    return body._embedded.rows;
  }

  test.each([
    ['110', 3],
    ['4', 2],
    ['5', 1],
    ['111', 1],
    ['115', 1],
  ])('report %s shows them with colons, and any spelling finds its rows', async (report, count) => {
    const found = await rows(report, `filter[mac]=${mac}`);
    expect(found.map((row) => row.mac)).toEqual(Array.from({ length: count }, () => mac));
    for (const spelling of spellings) {
      const spelt = encodeURIComponent(spelling);
      expect([spelling, (await rows(report, `filter[mac]=${spelt}`)).length]).toEqual([spelling, count]);
      expect([spelling, (await rows(report, `filter[mac][in]=020000000009,${spelt}`)).length]).toEqual([
        spelling,
        count,
      ]);
      expect((await rows(report, `filter[mac][ne]=${spelt}`)).filter((row) => row.mac === mac)).toEqual([]);
      expect((await rows(report, `filter=${encodeURIComponent(JSON.stringify({ mac: spelling }))}`)).length).toBe(
        count,
      );
    }
    for (const pattern of ['AA:BB:CC:%', 'aabb.cc%', '%-11-22', 'aa:bb:cc:00:11:2_'])
      expect((await rows(report, `filter[mac][like]=${encodeURIComponent(pattern)}`)).length).toBe(count);
  });

  test.each(['110', '111', '6'])("report %s shows and finds the access point's in the same way", async (report) => {
    const all = await rows(report, 'columns=access_point_mac');
    expect(new Set(all.map((row) => row.access_point_mac))).toEqual(
      new Set(report === '111' ? ['00:11:22:33:44:55'] : ['00:11:22:33:44:55', '00:11:22:33:44:66']),
    );
    const found = await rows(report, 'filter[access_point_mac]=00-11-22-33-44-55');
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((row) => row.access_point_mac))).toEqual(new Set(['00:11:22:33:44:55']));
  });

  test('CSV and files show them with colons', async () => {
    const csv = (await rig.world.call('GET', '/reports/110?earliest=-1h&format=csv&columns=mac,access_point_mac')).text
      .trim()
      .split('\r\n');
    expect(new Set(csv)).toEqual(
      new Set(['mac,access_point_mac', `${mac},00:11:22:33:44:55`, '02:00:00:00:00:01,00:11:22:33:44:66']),
    );
  });

  test('the audit and the explanation name a device with colons', async () => {
    const device = await rig.post('/devices', { mac: 'AABB.CC00.1133' });
    await rig.patch(`/devices/${device.id}`, { mac: 'aabbcc001144', name: 'Printer' });
    const audited = await rig.world.fresh.database.query(
      systemContext(rig.world.organizationId, 'test'),
      {
        name: 'test_audit',
        text:
          "select label, before ->> 'mac' as before, after ->> 'mac' as after from audit_entries where " +
          "organization_id = $1 and resource = 'devices' order by id",
      },
      [rig.world.organizationId],
    );
    const [made, changed] = ['aa:bb:cc:00:11:33', 'aa:bb:cc:00:11:44'];
    expect(audited).toEqual([
      { label: made, before: null, after: made },
      { label: changed, before: made, after: changed },
    ]);
    const { device: explained } = await rig.post('/policies/explain', {
      mac: (await rig.post('/devices', { mac: '02-00-00-00-00-77' })).mac,
    });
    expect(explained.name).toBe('02:00:00:00:00:77');
  });
});
