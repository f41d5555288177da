import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SystemChance } from '../../src/kernel/chance.js';
import { SilentLog } from '../../src/kernel/log.js';
import { RowRetention } from '../../src/database/retention/row-retention.js';
import { Erasures } from '../../src/provisioning/privacy/erasures.js';
import { ForgottenPeople } from '../../src/provisioning/privacy/forgotten-people.js';
import { Sealer } from '../../src/console/audit/chain/sealer.js';
import { Retention } from '../../src/retention/retention.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { registeringWorld, type RegisteringWorld } from './registering-world.js';

let around: RegisteringWorld;
beforeAll(async () => {
  around = await registeringWorld();
});
afterAll(async () => {
  await around?.close();
});

/** What the hourly sweep does so many days from now. */
async function sweptInDays(days: number): Promise<void> {
  const clock = new ManualClock(new Date(Date.now() + days * 86_400_000).toISOString());
  const people = around.world.app.get(ForgottenPeople, { strict: false });
  await new Retention(
    new RowRetention(around.world.fresh.database),
    people,
    clock,
    new SystemChance(),
    new SilentLog(),
  ).round(new AbortController().signal);
}

/** Tables that hold this text somewhere. */
async function mentions(text: string): Promise<string[]> {
  const tables = await around.world.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname not in ('schema_migrations') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await around.world.sql(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function erased(body: object): Promise<void> {
  const { id } = await around.world.made(202, 'POST', '/privacy/erasures', { body });
  const erasures = around.world.app.get(Erasures, { strict: false });
  const sealer = around.world.app.get(Sealer, { strict: false });
  for (let round = 0; round < 4; round += 1) {
    await erasures.round();
    await sealer.round();
  }
  expect((await around.world.made(200, 'GET', `/privacy/erasures/${id}`)).status).toBe('done');
}

test('what a guest said of herself is exported, and erased everywhere', async () => {
  const { slug } = await around.house({ fields: [{ name: 'last_name' }, { name: 'phone' }, { name: 'company' }] });
  const guest = {
    last_name: 'Quittner',
    email: 'quittner@example.com',
    phone: '+436604711471',
    company: 'Quittner AG',
  };
  expect((await around.asks(slug, 'self_registration', guest)).status).toBe(303);
  await around.sent();
  const report = await around.world.made(200, 'GET', '/reports/115?columns=full_name,company');
  expect(report._embedded.rows).toContainEqual({ full_name: 'Quittner', company: 'Quittner AG' });
  const exported = await around.world.made(200, 'POST', '/privacy/exports', {
    body: { email: 'Quittner@example.com' },
  });
  expect(exported.data).toMatchObject({
    registrations: [{ last_name: 'Quittner', company: 'Quittner AG', phone: '+436604711471' }],
    requests: [{ method: 'self_registration', status: 'pending', email: 'quittner@example.com' }],
  });
  expect(JSON.stringify(exported)).not.toMatch(/secret|sealed/);
  expect(await mentions('quittner')).toEqual(
    expect.arrayContaining(['guest_registrations', 'portal_messages', 'portal_requests', 'registrations', 'users']),
  );
  await erased({ email: 'quittner@example.com' });
  expect(await mentions('quittner')).toEqual([]);
  expect(await mentions('6604711471')).toEqual([]);
});

test('a guest whose account is gone is still known by the address that she gave', async () => {
  const { slug } = await around.house({ fields: [{ name: 'last_name' }], duration: 3600 });
  await around.asks(slug, 'self_registration', { last_name: 'Pemberton', email: 'pemberton@example.com' });
  await sweptInDays(3);
  expect(await mentions('pemberton')).not.toContain('users');
  expect(await mentions('pemberton')).toContain('registrations');
  await erased({ email: 'pemberton@example.com' });
  expect(await mentions('pemberton')).toEqual([]);
});

test('a host is erased from what they were asked and what they approved', async () => {
  const { slug } = await around.house({ methods: ['approval'], approval: { domains: ['example.com'] } });
  const guest = { first_name: 'Eva', last_name: 'Berg', host: 'ottokar@example.com' };
  await around.asks(slug, 'approval', guest);
  await around.sent();
  await around.post(around.lastLink(), { answer: 'approve' });
  expect(await around.registrations(slug)).toMatchObject([{ approved_by: 'ottokar@example.com' }]);
  await erased({ email: 'ottokar@example.com' });
  expect(await mentions('ottokar')).toEqual([]);
  expect(await around.registrations(slug)).toMatchObject([{ approved_by: 'erased', last_name: 'Berg' }]);
});

test('accounts that a portal made go a day after their end, even if nothing was written of them', async () => {
  const { slug, id } = await around.house({
    methods: ['terms_only'],
    duration: 3600,
    terms: { version: '1', texts: { en: 'Be kind.' } },
  });
  expect((await around.asks(slug, 'terms_only', { terms: '1' })).status).toBe(303);
  expect((await around.asks(slug, 'terms_only', { terms: '1' })).status).toBe(303);
  const made = () => around.world.sql('select user_id from portal_accounts where captive_portal_id = $1', [id]);
  const users = () =>
    around.world.sql(
      'select 1 from users u join portal_accounts a on a.user_id = u.id where a.captive_portal_id = $1',
      [id],
    );
  expect(await made()).toHaveLength(2);
  // As if the process had died between the account and the registration.
  await around.world.sql(
    'delete from registrations where id in (select id from registrations where captive_portal_id = $1 limit 1)',
    [id],
  );
  await sweptInDays(0.5);
  expect(await users()).toHaveLength(2);
  await sweptInDays(2);
  expect(await users()).toHaveLength(0);
  expect(await made()).toHaveLength(0);
});

test('requests and their messages go a day after their end', async () => {
  const { slug, id } = await around.house({});
  await around.asks(slug, 'self_registration', { email: 'gone@example.com' });
  const left = () => around.world.sql('select 1 from portal_requests where captive_portal_id = $1', [id]);
  await sweptInDays(1.5);
  expect(await left()).toHaveLength(1);
  await sweptInDays(3);
  expect(await left()).toHaveLength(0);
  expect(await around.world.sql('select 1 from portal_messages where captive_portal_id = $1', [id])).toEqual([]);
});
