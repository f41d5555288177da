import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../../database/fresh-database.js';
import { DataFolder, rowsAt } from '../../e2e/data-folder.js';
import { type RunningService, startService } from '../../e2e/service.js';
import { until } from '../../e2e/until.js';
import { OmadaController } from '../../simulators/omada/omada-controller.js';
import { UnifiController } from '../../simulators/unifi/unifi-controller.js';

const operator = { name: 'usher', password: 'a hotspot operator' };
const apiKey = 'an integration key';
const [ofUnifi, ofOmada] = ['aa:bb:cc:0a:00:01', 'aa:bb:cc:0a:00:02'];

let folder: DataFolder;
let database: TestDatabase;
let service: RunningService;
let unifi: UnifiController;
let omada: OmadaController;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  unifi = await UnifiController.open({ apiKey });
  omada = await OmadaController.open({ ...operator, countsIn: 'milliseconds' });
  service = await start();
});
afterAll(async () => {
  await service?.kill();
  await unifi?.close();
  await omada?.close();
  await database?.drop();
  await folder?.remove();
});

function start(): Promise<RunningService> {
  return startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
}

async function made(path: string, body: object) {
  const answer = await service.call('POST', path, body);
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body;
}

/** A gateway of the make with one guest who is online by it. */
async function online(vendor: string, record: object, redirect: Record<string, string>): Promise<string> {
  const { id: networkId } = await made('/networks', { name: vendor });
  const { slug } = await made('/captive-portals', { name: vendor, network_id: networkId, methods: ['voucher'] });
  const { id } = await made('/gateways', { name: vendor, network_id: networkId, vendor, ...record });
  const { id: group } = await made('/user-groups', { name: vendor, policy: {} });
  const { _embedded } = await made('/vouchers', { table_id: group, duration: 3600 });
  const code = String(_embedded?.vouchers[0].code);
  const first = await fetch(`${service.url}/p/${slug}?${new URLSearchParams(redirect)}`);
  const state = /name="state" value="([^"]*)"/.exec(await first.text())?.[1] ?? '';
  const body = new URLSearchParams({ state, by: 'voucher', code });
  const sent = await fetch(`${service.url}/p/${slug}`, { method: 'POST', body, redirect: 'manual' });
  expect(sent.headers.get('location')).toContain('/connecting?');
  return String(id);
}

const rows = <Row extends object>(text: string) => {
  const url = (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
  return rowsAt<Row>(url, text);
};

test('kill -9 while controllers of deleted gateways are asked to put guests out: the next does it', async () => {
  unifi.joins(ofUnifi);
  const ids = [
    await online(
      'unifi',
      { controller: { url: unifi.url }, secrets: { api_key: apiKey } },
      { id: ofUnifi, site: 'default', ap: '00:11:22:33:44:55', ssid: 'Guest' },
    ),
    await online(
      'omada',
      { controller: { url: omada.url }, secrets: { username: operator.name, password: operator.password } },
      { clientMac: 'AA-BB-CC-0A-00-02', apMac: '00-11-22-33-44-55', ssidName: 'Guest', site: omada.siteId },
    ),
  ];
  expect([unifi.letsIn(ofUnifi), omada.letsIn(ofOmada)]).toEqual([true, true]);

  for (const controller of [unifi, omada]) controller.isHolding = true;
  for (const id of ids) expect((await service.call('DELETE', `/gateways/${id}`)).status).toBe(204);
  await until('both controllers are asked', () => unifi.held > 0 && omada.held > 0);
  await service.kill();
  expect([unifi.letsIn(ofUnifi), omada.letsIn(ofOmada)]).toEqual([true, true]);

  for (const controller of [unifi, omada]) controller.isHolding = false;
  // The lease of the process that died is over.
  await rows('update session_endings set lease_until_at = now() where lease_until_at is not null');
  service = await start();
  await until('both guests are out', () => !unifi.letsIn(ofUnifi) && !omada.letsIn(ofOmada));
  await until('and their sessions are closed', async () => {
    const open = await rows<{ count: number }>(
      'select count(*)::int as count from accounting_sessions where stopped_at is null',
    );
    return open[0].count === 0;
  });
  // Nothing of the deleted gateways is kept any longer.
  expect(await rows('select 1 from controller_sessions where retired is not null')).toEqual([]);
});
