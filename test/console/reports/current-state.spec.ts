import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ReportCatalogue } from '../../../src/console/reports/definitions/report-catalogue.js';
import { ReportsModule } from '../../../src/console/reports/reports.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { VouchersModule } from '../../../src/console/vouchers/vouchers.module.js';
import { provisionLogReport } from '../../../src/provisioning/wifi-console/built-in/provisioning-reports.js';
import { reportsWorld, type ReportsWorld } from './reports-world.js';

let world: ReportsWorld;
beforeAll(async () => {
  world = await reportsWorld({ modules: [ReportsModule, UserGroupsModule, VouchersModule] });
  world.app.get(ReportCatalogue).add(provisionLogReport);
});
afterAll(async () => {
  await world.close();
});

test('vouchers, as they are now', async () => {
  const { id: group } = (await world.call('POST', '/user-groups', { body: { name: 'guests' } })).body;
  const { body } = await world.call('POST', '/vouchers', {
    body: { table_id: group, count: 3, duration: 3600, comment: 'lobby' },
  });
  const [first, second] = body._embedded.vouchers;
  await world.call('DELETE', `/vouchers/${first.id}`);
  await world.sql("update vouchers set first_used_at = '2026-05-14T12:00:00Z' where id = $1", [second.id]);
  // Reports end before this instant, in which the vouchers were made.
  world.clock.setTo('2026-05-14T14:00:01.000Z');
  const { body: report } = await world.call(
    'GET',
    '/reports/121?columns=code,status,group,duration,comment&sort=status:asc',
  );
  expect(report._embedded.rows.map(({ status }: { status: string }) => status)).toEqual([
    'expired',
    'revoked',
    'unused',
  ]);
  expect(report._embedded.rows[0]).toEqual({
    code: second.code,
    status: 'expired',
    group_name: 'guests',
    duration: 3600,
    comment: 'lobby',
  });
  expect((await world.call('GET', '/reports/121?filter[status]=revoked&columns=id')).body._embedded.rows).toEqual([
    { id: first.id },
  ]);
  expect((await world.call('GET', `/reports/121?format=csv&columns=code&filter[status]=expired`)).text).toBe(
    `code\r\n${second.code}\r\n`,
  );
});

test('what connections did to accounts', async () => {
  const connection = '0190a0a0-0000-7000-8000-0000000000c1';
  await world.sql(
    `insert into provision_log (organization_id, id, at, connection_id, kind, status, cause, actor, account, after)
    values ($1, gen_random_uuid(), '2026-05-14T13:00:00Z', $2, 'create_user', 'done', 'event:1', 'mews', '412-novak',
      '{"disabled":0}')`,
    [world.organizationId, connection],
  );
  const { body } = await world.call(
    'GET',
    '/reports/120?columns=at,kind,status,account,cause,after&filter[account]=412-novak',
  );
  expect(body._embedded.rows).toEqual([
    {
      at: '2026-05-14T13:00:00.000Z',
      kind: 'create_user',
      status: 'done',
      account: '412-novak',
      cause: 'event:1',
      after: '{"disabled": 0}',
    },
  ]);
  const { token } = await world.keyWith('reports:read');
  expect((await world.call('GET', '/reports/120', { token })).body.detail).toContain('operations:read');
});
