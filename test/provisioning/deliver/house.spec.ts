import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { OrganizationDetailsRepository } from '../../../src/provisioning/deliver/send/organization-details.repository.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const addNetwork = statement(
  'test_add_network',
  `
  insert into networks (organization_id, id, name, ssid, unknown_users, created_at, updated_at)
  values ($1, gen_random_uuid(), 'Guests', 'Guests', 'reject', now(), now())`,
);
const addPortal = statement(
  'test_add_portal',
  `
  insert into captive_portals (organization_id, id, name, slug, network_id, methods, vendor, created_at, updated_at)
  select organization_id, gen_random_uuid(), 'Guests', 'guests', id, '{voucher}', 'generic', now(), now()
  from networks where organization_id = $1`,
);

test('the network of messages is open behind a captive portal, and 802.1X else', async () => {
  const context = await fresh.organization();
  const house = new OrganizationDetailsRepository(fresh.database);
  await fresh.database.query(context, addNetwork, [context.organizationId]);
  expect(await house.of(context)).toMatchObject({ ssid: 'Guests', security: 'eap-peap' });
  await fresh.database.query(context, addPortal, [context.organizationId]);
  expect(await house.of(context)).toMatchObject({ ssid: 'Guests', security: 'open' });
});
