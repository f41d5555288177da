import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { readListQuery } from '../../src/http/list/list-query.js';
import { type Context, everyOrganization, systemContext } from '../../src/kernel/context.js';
import { guestFields } from '../../src/people/guests/guest-list.js';
import { GuestsRepository } from '../../src/people/guests/guests.repository.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';

const connectionId = '0190a0a0-0000-7000-8000-00000000c001';
const takenOver = 7;
const statuses = ['suspended', 'left', 'expected', 'active'] as const;
/** In the order of lists. */
const order = ['active', 'expected', 'suspended', 'left'];
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test.each([1000, 1001])(
  '%i users without a connection are listed by status and name, but for whom a connection has taken over',
  async (count) => {
    const context = await fresh.organization();
    await fill(context, count);
    const expected = Array.from({ length: count }, (_, index) => index + 1)
      .filter((user) => user !== takenOver)
      .map((user) => ({ id: idOf(user), status: statuses[user % 4] }))
      .sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status) || (one.id < other.id ? -1 : 1));
    const guests = new GuestsRepository(fresh.database);
    const listed: { id: string; status: string }[] = [];
    for (let page = 1; listed.length < expected.length; page += 1) {
      const { rows, total } = await guests.list(context, query({ page: String(page), page_size: '100' }));
      expect([rows.length > 0, total]).toEqual([true, count - 1]);
      listed.push(...rows.map(({ id, status }) => ({ id, status })));
    }
    expect(listed).toEqual(expected);
    const suspended = await guests.list(context, query({ 'filter[status]': 'suspended', page: '2' }));
    const ofStatus = expected.filter(({ status }) => status === 'suspended');
    expect(suspended.total).toBe(ofStatus.length);
    expect(suspended.rows.map(({ id }) => id)).toEqual(ofStatus.slice(25, 50).map(({ id }) => id));
    expect((await guests.find(context, idOf(9)))?.status).toBe('left');
    expect(await guests.find(context, idOf(takenOver))).toBeUndefined();
  },
);

const idOf = (user: number) => `0190a0b0-0000-7000-8000-${user.toString(16).padStart(12, '0')}`;
const query = (parameters: Record<string, string>) => readListQuery(parameters, guestFields);

/** Names are in the order of ids. */
async function fill({ organizationId }: Context, count: number): Promise<void> {
  const write = (text: string, values: readonly unknown[]) =>
    fresh.database.query(systemContext(everyOrganization, 'test'), statement('', text), values);
  await write(
    `insert into users (organization_id, id, username, username_key, last_name, disabled, valid_from, valid_until,
       created_at, updated_at)
     select $1::uuid, ('0190a0b0-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'u' || i, 'u' || i,
       'N' || lpad(i::text, 5, '0'), i % 4 = 0, case when i % 4 = 2 then now() + interval '1 day' end,
       case when i % 4 = 1 then now() - interval '1 day' end, now(), now()
     from generate_series(1, $2::int) i`,
    [organizationId, count],
  );
  await write(
    `insert into connections (organization_id, id, name, connector, settings, target, target_key, schedule, access,
       safety, enabled, status, created_at, updated_at)
     values ($1, $2, 'Front desk', 'fias', '{}', '{}', 'built-in', '{}', '{}', '{}', false, 'disabled', now(), now())`,
    [organizationId, connectionId],
  );
  await write(
    `insert into identities (organization_id, id, target_key, account_key, kind, connection_id, created_at, updated_at)
     values ($1, $2, 'built-in', 'u7', 'user', $2, now(), now())`,
    [organizationId, connectionId],
  );
  await write(
    `insert into bindings (organization_id, id, identity_id, connection_id, target_key, kind, remote_id, name,
       ownership, state, applied, created_at, updated_at)
     values ($1, $2, $2, $2, 'built-in', 'user', $3, 'u7', 'adopted', 'active', '{}', now(), now())`,
    [organizationId, connectionId, idOf(takenOver)],
  );
}
