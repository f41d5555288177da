import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Chance } from '../../src/kernel/chance.js';
import type { Context } from '../../src/kernel/context.js';
import { voucherStatus } from '../../src/console/vouchers/voucher.js';
import type { VouchersResult } from '../../src/console/vouchers/voucher-set.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { SeededChance } from '../kernel/manual-clock.js';
import { consoleSets, type ConsoleSets } from './console-sets.js';

let fresh: FreshDatabase;
let sets: ConsoleSets;
let hotel: Context;
let groupId: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  sets = consoleSets(fresh.database);
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  hotel = await fresh.organization();
  groupId = (await sets.groups.ensureMany(hotel, ['Guests'])).get('Guests') ?? '';
});

function made(result: VouchersResult) {
  if (result.status !== 'created') throw new Error(JSON.stringify(result));
  return result.vouchers;
}

test('a thousand vouchers have a thousand readable codes and one batch', async () => {
  const [result] = await sets.vouchers.createMany(hotel, [{ groupId, count: 1000, prefix: 'SPA-', codeLength: 6 }]);
  const vouchers = made(result);
  expect(new Set(vouchers.map(({ code }) => code)).size).toBe(1000);
  expect(new Set(vouchers.map(({ batchId }) => batchId)).size).toBe(1);
  expect(vouchers.every(({ code }) => /^SPA-[2-9A-HJKMNP-Z]{6}$/.test(code))).toBe(true);
});

test('several batches in one call, a wrong one between them', async () => {
  const results = await sets.vouchers.createMany(hotel, [
    { groupId, count: 2 },
    { groupId: '0190a0a1-0000-7000-8000-ffffffffffff', count: 3 },
    { groupId, count: 0 },
    { groupId, durationSeconds: 3600 },
  ]);
  expect(results.map(({ status }) => status)).toEqual(['created', 'invalid', 'invalid', 'created']);
  expect(
    results.map((result) => (result.status === 'created' ? result.vouchers.length : result.errors[0].pointer)),
  ).toEqual([2, '#/table_id', '#/count', 1]);
});

test('a code that is taken already is drawn again', async () => {
  /** Draws the same bytes twice before it goes on. */
  class StutteringChance extends Chance {
    private readonly source = new SeededChance('stutter');
    private drawn: Buffer[] = [];
    bytes(count: number): Buffer {
      if (this.drawn.length === 0) {
        const bytes = this.source.bytes(count);
        this.drawn = [bytes, bytes];
      }
      return this.drawn.pop() as Buffer;
    }
  }
  const stuttering = consoleSets(fresh.database, new StutteringChance());
  const one = made((await stuttering.vouchers.createMany(hotel, [{ groupId, codeLength: 32 }]))[0]);
  const other = made((await stuttering.vouchers.createMany(hotel, [{ groupId, codeLength: 32 }]))[0]);
  expect(one[0].code).not.toBe(other[0].code);
});

test('revoking counts once', async () => {
  const [voucher] = made((await sets.vouchers.createMany(hotel, [{ groupId }]))[0]);
  const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
  expect((await sets.vouchers.revokeMany(hotel, [voucher.id, nowhere])).map(({ status }) => status)).toEqual([
    'changed',
    'not_found',
  ]);
  expect(await sets.vouchers.revokeMany(hotel, [voucher.id])).toEqual([{ status: 'unchanged', id: voucher.id }]);
});

test('codes cannot be chosen again after the vouchers exist', async () => {
  const [voucher] = made((await sets.vouchers.createMany(hotel, [{ groupId }]))[0]);
  const changes = { prefix: 'X' } as object;
  expect(await sets.vouchers.changeMany(hotel, [{ id: voucher.id, changes }])).toMatchObject([
    { status: 'invalid', errors: [{ pointer: '#/prefix' }] },
  ]);
});

test('an upsert by external id changes the one voucher that has it, and refuses when several have', async () => {
  const target = { by: 'externalId', value: 'order 7' } as const;
  const upsert = (comment: string) =>
    sets.vouchers.apply(hotel, [{ op: 'upsert', target, values: { groupId, comment } }]);
  expect((await upsert('one'))[0].status).toBe('created');
  expect((await upsert('one'))[0].status).toBe('unchanged');
  expect((await upsert('two'))[0].status).toBe('changed');
  await sets.vouchers.createMany(hotel, [{ groupId, externalId: 'order 7' }]);
  expect(await upsert('three')).toEqual([
    { status: 'conflict', id: null, detail: 'Several records have this key: name one by its id' },
  ]);
});

test('a voucher is unused, then active, then expired; revoked whatever else', async () => {
  const [voucher] = made(
    (
      await sets.vouchers.createMany(hotel, [{ groupId, durationSeconds: 3600, validUntil: '2026-06-01T00:00:00Z' }])
    )[0],
  );
  const used = { ...voucher, firstUsedAt: '2026-05-31T23:30:00.000Z' };
  expect(voucherStatus(voucher, '2026-05-31T23:59:59.999Z')).toBe('unused');
  expect(voucherStatus(voucher, '2026-06-01T00:00:00.000Z')).toBe('expired');
  expect(voucherStatus(used, '2026-06-01T00:10:00.000Z')).toBe('active');
  expect(voucherStatus(used, '2026-06-01T00:30:00.000Z')).toBe('expired');
  expect(voucherStatus({ ...used, durationSeconds: null }, '2027-01-01T00:00:00.000Z')).toBe('active');
  expect(voucherStatus({ ...used, revokedAt: '2026-06-01T00:05:00.000Z' }, '2026-06-01T00:10:00.000Z')).toBe('revoked');
});
