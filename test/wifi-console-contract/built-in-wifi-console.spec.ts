import { statement } from '../../src/database/database.js';
import { BuiltInWifiConsole } from '../../src/provisioning/wifi-console/built-in/built-in-wifi-console.js';
import { UserPages } from '../../src/provisioning/wifi-console/built-in/user-pages.js';
import { VoucherLookup } from '../../src/provisioning/wifi-console/built-in/voucher-lookup.js';
import { consoleSets } from '../console/console-sets.js';
import { freshDatabase } from '../database/fresh-database.js';
import { describeWifiConsole, type HeldAccount } from './describe-wifi-console.js';

const account = statement(
  'test_contract_account',
  `
  select username, disabled, group_id as "groupId", first_name as "firstName", valid_until as "validUntil"
    from users where organization_id = $1 and id = $2`,
);
const groups = statement('test_contract_groups', 'select id, name from user_groups where organization_id = $1');
const voucher = statement(
  'test_contract_voucher',
  `
  select group_id as "groupId", revoked_at is null as usable from vouchers where organization_id = $1 and id = $2`,
);

describeWifiConsole('the built-in console', async () => {
  const fresh = await freshDatabase();
  const context = await fresh.organization();
  const { organizationId } = context;
  const sets = consoleSets(fresh.database);
  return {
    console: new BuiltInWifiConsole(
      sets.users,
      sets.groups,
      sets.vouchers,
      new UserPages(fresh.database),
      new VoucherLookup(fresh.database),
    ),
    run: (work) => fresh.database.transaction(context, work),
    account: async (remoteId) =>
      (await fresh.database.one<HeldAccount>(context, account, [organizationId, remoteId])) ?? null,
    groups: () => fresh.database.query(context, groups, [organizationId]),
    voucher: async (remoteId) =>
      (await fresh.database.one<{ groupId: string; usable: boolean }>(context, voucher, [organizationId, remoteId])) ??
      null,
    abilities: { extendedFields: true, recognisesRepeats: true, revokesVouchers: true },
    close: () => fresh.close(),
  };
});
