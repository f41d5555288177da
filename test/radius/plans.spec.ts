import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Secrets } from '../../src/kernel/secrets.js';
import { radiusLogin } from '../../src/radius/freeradius/database-login.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('what PostgreSQL does for an accounting packet', () => {
  let rig: RadiusRig;
  let radius: pg.Client;
  let writer: pg.Client;
  let client: string;
  /** Plans of the statements within the functions, in the order they ran. */
  const plans: string[] = [];

  beforeAll(async () => {
    rig = await RadiusRig.open();
    await rig.post('/users', { username: 'anna', password: 'Sommer 2026!' });
    const name = new URL(rig.world.fresh.url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: adminUrl(name) });
    await admin.connect();
    const { rows } = await admin.query<{ client: string }>(
      "select organization_id || '/' || id as client from network_clients order by address limit 1",
    );
    client = rows[0].client;
    for (const setting of [
      "session_preload_libraries = 'auto_explain'",
      'auto_explain.log_min_duration = 0',
      'auto_explain.log_nested_statements = on',
      'auto_explain.log_level = notice',
    ])
      await admin.query(`alter database ${name} set ${setting}`);
    await admin.end();
    const login = await radiusLogin(rig.world.app.get(DataSource), rig.world.fresh.url, rig.world.app.get(Secrets));
    radius = new pg.Client({ connectionString: login.url });
    radius.on('notice', ({ message }) => plans.push(message ?? ''));
    await radius.connect();
    writer = new pg.Client({ connectionString: rig.world.fresh.url, options: '-c usher.organization_id=*' });
    writer.on('notice', ({ message }) => plans.push(message ?? ''));
    await writer.connect();
  });
  afterAll(async () => {
    await writer?.end();
    await radius?.end();
    await rig?.close();
  });

  /** As deploy/freeradius/modules.conf asks. */
  const stored = (status: string, session: number, seconds: number) => {
    const said = [status, client, `unique-${session}`, `s-${session}`, 'anna', '', '10.0.0.7', 'lobby', ''];
    const place = ['AA-BB-CC-00-11-22', '00-11-22-33-44-55:Lindenhof', ''];
    const words = [...said, ...place, String(seconds), ...Array.from({ length: 11 }, () => '')];
    return radius.query(`SELECT radius.account(${words.map((word) => `'${word}'`).join(', ')})`);
  };

  const account = async (status: string, session: number, seconds: number) => {
    await stored(status, session, seconds);
    await writer.query("select * from radius.write_sessions('00000000-0000-0000-0000-000000000000')");
  };

  test('each look-up in a log goes by its key, though nothing was ever analyzed, and is planned once', async () => {
    for (let session = 0; session < 8; session += 1) {
      await account('Start', session, 0);
      await account('Interim-Update', session, 60);
      await account('Stop', session, 120);
    }
    const ofLogs = plans.filter((plan) => /accounting_sessions|authentication_log/.test(plan));
    expect(ofLogs.length).toBeGreaterThan(24);
    expect(ofLogs.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
    // By more than the organization and a span of time, or a busy hotel's whole month would be read.
    // Waiting packets, whose oldest are taken, are no log.
    const ofOldest = /Scan using accounting_packets_pkey.*\n\s+Index Cond: .*/g;
    const conditions = ofLogs.flatMap((plan) => plan.replaceAll(ofOldest, '').match(/Index Cond: .*/g) ?? []);
    expect(conditions.length).toBeGreaterThan(24);
    expect(conditions.filter((each) => !/unique_id|mac|username_key|started_at = /.test(each))).toEqual([]);
    // A generic plan has parameters where one made for these values has the values.
    expect(ofLogs.filter((plan) => /'unique-\d|'aabbcc001122'/.test(plan.replace(/^Query Text:.*$/m, '')))).toEqual([]);
  });

  test('what waits is taken in the order of its key, and deleted by it, also of thousands', async () => {
    for (let session = 200; session < 900; session += 1) await stored('Start', session, 0);
    plans.length = 0;
    await account('Start', 3000, 0);
    const taking = plans.filter((plan) => /public.accounting_packets/.test(plan));
    expect(taking.map((plan) => /Seq Scan/.test(plan))).toEqual([false, false, false]);
    for (const plan of taking.slice(0, 2)) {
      expect(plan).not.toContain('Rows Removed');
      expect(plan).toMatch(/Index (Only )?Scan using accounting_packets_pkey/);
    }
    expect(taking[2]).toMatch(/Index Cond: .*received_at >= .*received_at <= /);
  });

  test('an access point is found by exact addresses, not among all that there are', async () => {
    plans.length = 0;
    await account('Start', 100, 0);
    await radius.query("SELECT * FROM radius.client('10.9.8.7', '1812', '1812', '1813')");
    const ofAddresses = plans.filter((plan) => /from (public\.)?network_clients k/.test(plan));
    expect(ofAddresses.map((plan) => plan.includes('Seq Scan on network_clients'))).toEqual([false, false]);
    expect(ofAddresses.map((plan) => /Index Cond: \(\(?address.* = /.test(plan))).toEqual([true, true]);
  });
});

function adminUrl(database: string): string {
  return (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/[^/]*$/, `/${database}`);
}
