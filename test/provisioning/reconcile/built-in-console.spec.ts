import { statement } from '../../../src/database/database.js';
import { describeWifiConsole } from '../../wifi-console-contract/describe-wifi-console.js';
import { freshDatabase } from '../../database/fresh-database.js';
import { makeRig } from './rig.js';

const account = statement(
  'test_built_in_account',
  `
  select username, disabled, group_id as "groupId", first_name as "firstName", valid_until as "validUntil" from users
    where organization_id = $1 and id = $2`,
);
const groups = statement('test_built_in_groups', 'select id, name from user_groups where organization_id = $1');
const voucher = statement(
  'test_built_in_voucher',
  `
  select group_id as "groupId", revoked_at is null as usable from vouchers where organization_id = $1 and id = $2`,
);

describeWifiConsole('the built-in console', async () => {
  const fresh = await freshDatabase();
  const { database, console } = makeRig(fresh);
  const context = await fresh.organization();
  return {
    console,
    run: (work) => database.transaction(context, work),
    account: async (remoteId) => (await database.one(context, account, [context.organizationId, remoteId])) ?? null,
    groups: () => database.query(context, groups, [context.organizationId]),
    voucher: async (remoteId) => (await database.one(context, voucher, [context.organizationId, remoteId])) ?? null,
    abilities: { extendedFields: true, recognisesRepeats: true, revokesVouchers: true },
    close: () => fresh.close(),
  };
});
