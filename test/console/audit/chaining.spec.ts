import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../kernel/any-character.js';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { type ChainRig, chainRig } from './chain-rig.js';

let rig: ChainRig;
beforeAll(async () => {
  rig = await chainRig();
});
afterAll(async () => {
  await rig.close();
});

const kept = async ({ organizationId }: Context) =>
  (
    await rig.sql<{ count: number }>('select count(*)::int as count from audit_entries where organization_id = $1', [
      organizationId,
    ])
  )[0].count;
const rename = statement(
  'test_audit_rename',
  'update users set comment = $3 where organization_id = $1 and id = any ($2::uuid[])',
);
const remove = statement('test_audit_remove', 'delete from users where organization_id = $1 and id = any ($2::uuid[])');

test('many writers, with sealers at it at once, leave one chain that holds every entry once', async () => {
  const context = await rig.fresh.organization();
  let writing = true;
  const sealers = [1, 2, 3].map(async () => {
    while (writing) await rig.sealer.seal(context.organizationId);
  });
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 15; n += 1) {
        const ids = await rig.addUsers(context, 1 + ((writer * 7 + n) % 9));
        await rig.fresh.database.query(context, rename, [context.organizationId, ids, `${n}`]);
        if (n % 3 === 0) await rig.fresh.database.query(context, remove, [context.organizationId, ids]);
      }
    }),
  );
  writing = false;
  await Promise.all(sealers);
  await rig.sealer.round();
  const { ok, entries, waiting, blocks } = await rig.verification.verify(context);
  expect({ ok, entries, waiting }).toEqual({ ok: true, entries: await kept(context), waiting: 0 });
  expect(blocks).toBeGreaterThan(1);
});

test('a transaction that commits late is chained late, and nothing waits for it', async () => {
  const context = await rig.fresh.organization();
  await rig.fresh.database.transaction(context, async (inside) => {
    await rig.addUsers(inside, 2);
    await rig.addUsers(context, 3);
    await rig.sealer.round();
    expect(await rig.verification.verify(context)).toMatchObject({ ok: true, entries: 4, waiting: 0 });
  });
  await rig.sealer.round();
  expect(await rig.verification.verify(context)).toMatchObject({ ok: true, entries: 6, blocks: 2 });
});

test('a change that is rolled back is in no audit', async () => {
  const context = await rig.fresh.organization();
  await expect(
    rig.fresh.database.transaction(context, async (inside) => {
      await rig.addUsers(inside, 5);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await kept(context)).toBe(1);
});

test('chains of organizations are apart', async () => {
  const [one, other] = [await rig.fresh.organization(), await rig.fresh.organization()];
  await rig.addUsers(one, 4);
  await rig.addUsers(other, 2);
  await rig.sealer.round();
  await rig.tamper('delete from audit_entries where organization_id = $1', [other.organizationId]);
  expect(await rig.verification.verify(one)).toMatchObject({ ok: true, entries: 5 });
  expect((await rig.verification.verify(other)).ok).toBe(false);
});

test('it works in the background, and stops when it is told to', async () => {
  const context = await rig.fresh.organization();
  rig.sealer.start();
  try {
    await rig.addUsers(context, 3);
    await eventually('the entries are chained', async () => (await rig.verification.verify(context)).entries === 4);
  } finally {
    await rig.sealer.stop();
  }
});

test('one statement of many thousand rows is one block, and blocks after it go on', async () => {
  const context = await rig.fresh.organization();
  await rig.addUsers(context, 5000);
  await rig.addUsers(context, 1500);
  await rig.addUsers(context, 1500);
  await rig.sealer.round();
  expect(await rig.verification.verify(context)).toMatchObject({ ok: true, entries: 8001, blocks: 2 });
});

test('a chain that cannot go on keeps no other from it', async () => {
  const [stuck, other] = [await rig.fresh.organization(), await rig.fresh.organization()];
  await rig.sealer.round();
  await rig.tamper('update audit_heads set number = 0 where organization_id = $1', [stuck.organizationId]);
  await rig.addUsers(stuck, 1);
  await rig.addUsers(other, 1);
  await rig.sealer.round();
  expect(await rig.verification.verify(other)).toMatchObject({ ok: true, entries: 2, waiting: 0 });
  expect(await rig.verification.verify(stuck)).toMatchObject({ ok: false, waiting: 1 });
  await rig.tamper('delete from audit_open where organization_id = $1', [stuck.organizationId]);
});

const awkward = fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => text.replaceAll('\0', ''));

test('whatever stands in an entry, what the database hashes is what is recomputed', async () => {
  const context = await rig.fresh.organization();
  await fc.assert(
    fc.asyncProperty(
      awkward,
      awkward,
      fc.dictionary(
        awkward,
        fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => !JSON.stringify(value).includes('\\u0000')),
      ),
      async (name, label, told) => {
        await rig.trail.record(
          { ...context, requestId: label },
          { action: 'download', resource: 'reports', resourceId: null, label },
          told,
          { kind: 'nobody', id: null, name },
        );
      },
    ),
    { numRuns: 150 },
  );
  await rig.sealer.round();
  expect(await rig.verification.verify(context)).toMatchObject({ ok: true, waiting: 0 });
});

test('any one byte of the chain that is turned is found', async () => {
  const context = await rig.fresh.organization();
  for (let block = 0; block < 4; block += 1) {
    await rig.addUsers(context, 6);
    await rig.sealer.round();
  }
  const { organizationId } = context;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('hashes', 'hash', 'previous_hash'),
      fc.integer({ min: 0, max: 31 }),
      fc.integer({ min: 1, max: 255 }),
      async (number, column, place, turn) => {
        const flip = `update audit_blocks set ${column} = set_byte(${column}, ${place}, get_byte(${column},
          ${place}) # ${turn}) where organization_id = $1 and number = $2`;
        await rig.tamper(flip, [organizationId, number]);
        expect((await rig.verification.verify(context)).broken).toMatchObject({ block: number });
        await rig.tamper(flip, [organizationId, number]);
      },
    ),
    { numRuns: 40 },
  );
  expect((await rig.verification.verify(context)).ok).toBe(true);
});

const daysFromNow = (days: number) => new ManualClock(new Date(Date.now() + days * 86_400_000).toISOString());

test('retention deletes whole blocks older than 400 days and records that; the rest still verifies', async () => {
  const context = await rig.fresh.organization();
  const old = daysFromNow(-500);
  await rig.addUsers(context, 4);
  await rig.sealerAt(old).round();
  await rig.addUsers(context, 3);
  await rig.sealerAt(daysFromNow(-399)).round();
  await rig.retentionAt(daysFromNow(0)).round();
  await rig.sealer.round();
  expect(await rig.verification.verify(context)).toMatchObject({
    ok: true,
    entries: 4,
    blocks: 2,
    dropped: { entries: 5, untilAt: old.instant() },
  });
  const [told] = await rig.sql<{ after: object }>(
    "select after from audit_entries where organization_id = $1 and action = 'drop'",
    [context.organizationId],
  );
  expect(told.after).toEqual({
    entries: 5,
    until: old.instant(),
    block: 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await rig.tamper('update audit_heads set dropped_entries = 4 where organization_id = $1', [context.organizationId]);
  expect((await rig.verification.verify(context)).broken).toMatchObject({ reason: 'head_changed' });
});

test('each organization keeps its audit for as many days as it names; every chain verifies', async () => {
  const [brief, long, usual] = [
    await rig.fresh.organization(),
    await rig.fresh.organization(),
    await rig.fresh.organization(),
  ];
  for (const [context, days] of [
    [brief, 31],
    [long, 800],
  ] as const) {
    await rig.sql("update organizations set retention = jsonb_build_object('audit_log_days', $2::int) where id = $1", [
      context.organizationId,
      days,
    ]);
  }
  for (const age of [801, 799, 401, 399, 32, 30]) {
    for (const context of [brief, long, usual]) await rig.addUsers(context, 1);
    await rig.sealerAt(daysFromNow(-age)).round();
  }
  await rig.retentionAt(daysFromNow(0)).round();
  await rig.sealer.round();
  const blocks = async (context: Context) => {
    const found = await rig.sql<{ age: number }>(
      'select round(extract(epoch from now() - sealed_at) / 86400)::int as age from audit_blocks where ' +
        'organization_id = $1 order by number',
      [context.organizationId],
    );
    return found.map(({ age }) => age).filter((age) => age > 0);
  };
  expect({ brief: await blocks(brief), long: await blocks(long), usual: await blocks(usual) }).toEqual({
    brief: [30],
    long: [799, 401, 399, 32, 30],
    usual: [399, 32, 30],
  });
  for (const context of [brief, long, usual])
    expect(await rig.verification.verify(context)).toMatchObject({ ok: true, waiting: 0 });
  const told = await rig.sql<{ after: { block: number } }>(
    "select after from audit_entries where organization_id = $1 and action = 'drop'",
    [brief.organizationId],
  );
  expect(told.map(({ after }) => after.block)).toEqual([5]);
});

test("the database refuses to delete entries younger than 30 days, whatever the program's clock says", async () => {
  const context = await rig.fresh.organization();
  await rig.addUsers(context, 4);
  await rig.sealer.round();
  await expect(rig.retentionAt(daysFromNow(401)).round()).rejects.toThrow(/no block that may go/);
  expect(await kept(context)).toBe(5);
});
