import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Voucher, voucherStatus } from '../../../src/console/vouchers/voucher.js';
import { voucherListFields, VouchersRepository } from '../../../src/console/vouchers/vouchers.repository.js';
import { statement } from '../../../src/database/database.js';
import { readListQuery } from '../../../src/http/list/list-query.js';
import { type Instant, laterBy } from '../../../src/kernel/clock.js';
import type { Context } from '../../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

const now = '2026-05-14T13:00:00.000Z';
const ago = (seconds: number) => laterBy(now, -seconds);

interface Case {
  readonly used: Instant | null;
  readonly duration: number | null;
  readonly until: Instant | null;
  readonly revoked: Instant | null;
}

const cases: readonly Case[] = [null, ago(3600)].flatMap((used) =>
  [null, 60, 3600, 3601, 86_400].flatMap((duration) =>
    [null, ago(7200), now, laterBy(now, 1)].flatMap((until) =>
      [null, ago(5)].map((revoked) => ({ used, duration, until, revoked })),
    ),
  ),
);

let fresh: FreshDatabase;
let context: Context;
let vouchers: VouchersRepository;
beforeAll(async () => {
  fresh = await freshDatabase();
  context = await fresh.organization();
  vouchers = new VouchersRepository(fresh.database);
  const { organizationId } = context;
  await fresh.database.query(
    context,
    statement(
      '',
      'insert into user_groups (organization_id, id, name, name_key, created_at, updated_at) values ($1, ' +
        "$1, 'g', 'g', $2, $2)",
    ),
    [organizationId, now],
  );
  await fresh.database.query(
    context,
    statement(
      '',
      `
    insert into vouchers (organization_id, id, code, code_key, group_id, batch_id, duration_seconds, valid_until,
      revoked_at, created_at, updated_at)
    select $1, gen_random_uuid(), 'V' || n, 'V' || n, $1, $1, d, u, r, $2, $2 from unnest($3::int[], $4::int[],
      $5::timestamptz[], $6::timestamptz[]) as c (n, d, u, r)`,
    ),
    [
      organizationId,
      now,
      cases.map((_, index) => index),
      cases.map(({ duration }) => duration),
      cases.map(({ until }) => until),
      cases.map(({ revoked }) => revoked),
    ],
  );
  // As authentication does.
  await fresh.database.query(
    context,
    statement(
      '',
      `
    update vouchers v set first_used_at = c.u from unnest($2::int[], $3::timestamptz[]) as c (n, u)
      where v.organization_id = $1 and v.code = 'V' || c.n`,
    ),
    [organizationId, cases.map((_, index) => index), cases.map(({ used }) => used)],
  );
});
afterAll(async () => {
  await fresh.close();
});

const listed = async (query: Record<string, string>, at = now): Promise<readonly Voucher[]> =>
  (await vouchers.list(context, readListQuery({ page_size: '100', ...query }, voucherListFields), at)).rows;

test.each([now, laterBy(now, 1), laterBy(now, 86_400), ago(3599)])(
  'at %s lists of a status hold exactly the vouchers that are in it',
  async (at) => {
    const all = await listed({}, at);
    expect(all).toHaveLength(cases.length);
    for (const status of ['unused', 'active', 'expired', 'revoked']) {
      const expected = all
        .filter((voucher) => voucherStatus(voucher, at) === status)
        .map(({ code }) => code)
        .sort();
      expect((await listed({ 'filter[status]': status }, at)).map(({ code }) => code).sort()).toEqual(expected);
      expect((await listed({ 'filter[status][ne]': status }, at)).length).toBe(all.length - expected.length);
    }
  },
);

test('a filter by several states finds all of each; an unknown state finds nothing', async () => {
  const counts = await Promise.all(
    ['unused', 'expired', 'unused,expired'].map(
      async (states) => (await listed({ 'filter[status][in]': states })).length,
    ),
  );
  expect(counts[2]).toBe(counts[0] + counts[1]);
  expect(await listed({ 'filter[status]': 'lost' })).toEqual([]);
});

test('the end follows what is changed', async () => {
  const [voucher] = await listed({ 'filter[status]': 'unused' });
  const change = (column: string, value: unknown) =>
    fresh.database.query(
      context,
      statement('', `update vouchers set ${column} = $3 where organization_id = $1 and id = $2`),
      [context.organizationId, voucher.id, value],
    );
  const status = async () =>
    (
      await Promise.all(
        ['unused', 'active', 'expired'].map(async (each) =>
          (await listed({ 'filter[status]': each, 'filter[id]': voucher.id })).map(() => each),
        ),
      )
    ).flat();
  await change('valid_until', ago(1));
  expect(await status()).toEqual(['expired']);
  await change('first_used_at', ago(10));
  await change('duration_seconds', 20);
  expect(await status()).toEqual(['active']);
  await change('duration_seconds', 10);
  expect(await status()).toEqual(['expired']);
});
