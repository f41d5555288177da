import { expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { BulkModule } from '../../../src/console/bulk/bulk.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { UsersModule } from '../../../src/console/users/users.module.js';
import { VouchersModule } from '../../../src/console/vouchers/vouchers.module.js';
import { systemContext } from '../../../src/kernel/context.js';
import { operationPriority } from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import { httpWorld } from '../../http/http-world.js';
import { describeWifiConsole, type HeldAccount } from '../../wifi-console-contract/describe-wifi-console.js';
import { createUser } from '../../wifi-console-contract/operations.js';
import { context, type RemoteSettings, remoteWorld } from './remote-world.js';

const account = statement(
  'test_own_server_account',
  `
  select username, disabled, group_id as "groupId", first_name as "firstName", valid_until as "validUntil"
    from users where organization_id = $1 and id = $2`,
);
const groups = statement('test_own_server_groups', 'select id, name from user_groups where organization_id = $1');
const voucher = statement(
  'test_own_server_voucher',
  `
  select group_id as "groupId", revoked_at is null as usable from vouchers where organization_id = $1 and id = $2`,
);

const variants: { name: string; path: string; target?: Partial<RemoteSettings> }[] = [
  { name: 'our own server over HTTP', path: '' },
  {
    name: 'our own server over HTTP, one call for each operation, organization in the path',
    path: '/v1/',
    target: { bulk: 'never', organization_style: 'path' },
  },
];

for (const { name, path, target } of variants) {
  describeWifiConsole(name, async () => {
    const server = await httpWorld({ modules: [UsersModule, UserGroupsModule, VouchersModule, BulkModule] });
    const world = await remoteWorld();
    const beneath = await server.organization('Hotel beneath');
    const inside = systemContext(beneath.id, 'test');
    return {
      console: world
        .process()
        .console({ base_url: server.url + path, token: server.token, organization_id: beneath.id, ...target }),
      run: (work) => work(context),
      account: async (remoteId) =>
        (await server.fresh.database.one<HeldAccount>(inside, account, [beneath.id, remoteId])) ?? null,
      groups: () => server.fresh.database.query(inside, groups, [beneath.id]),
      voucher: async (remoteId) =>
        (await server.fresh.database.one<{ groupId: string; usable: boolean }>(inside, voucher, [
          beneath.id,
          remoteId,
        ])) ?? null,
      abilities: { extendedFields: true, recognisesRepeats: true, revokesVouchers: true },
      close: async () => {
        await world.close();
        await server.close();
      },
    };
  });
}

test('our own server at a hundred requests a minute takes a thousand accounts within its limit', async () => {
  const server = await httpWorld({
    modules: [UsersModule, UserGroupsModule, VouchersModule, BulkModule],
    settings: { rateLimitPerMinute: 100 },
  });
  const world = await remoteWorld();
  const console = world.process().console({ base_url: server.url, token: server.token, rate_per_minute: 100 });
  const outcomes = await console.apply(
    context,
    Array.from({ length: 1000 }, (_, index) => createUser(`guest-${index}`)),
    operationPriority.grant,
  );
  expect(outcomes.filter(({ status }) => status !== 'done')).toEqual([]);
  const { headers, body } = await server.call('GET', '/users?page_size=1');
  expect(body.total_items).toBe(1000);
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(70);
  await world.close();
  await server.close();
});
