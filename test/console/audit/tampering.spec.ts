import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import { type ChainRig, chainRig, masterKey } from './chain-rig.js';

let rig: ChainRig;
beforeAll(async () => {
  rig = await chainRig();
});
afterAll(async () => {
  await rig.close();
});

/** A house with 31 entries in three blocks: 1 to 11 (the house itself and ten users), 12 to 21, 22 to 31. */
async function chained(): Promise<Context> {
  const context = await rig.fresh.organization();
  for (let block = 0; block < 3; block += 1) {
    await rig.addUsers(context, 10);
    await rig.sealer.round();
  }
  const { ok, entries, blocks, waiting } = await rig.verification.verify(context);
  expect({ ok, entries, blocks, waiting }).toEqual({ ok: true, entries: 31, blocks: 3, waiting: 0 });
  return context;
}

/** Id of the entry at this position, from 1. */
async function idAt({ organizationId }: Context, position: number): Promise<string> {
  return (
    await rig.sql<{ id: string }>(
      'select id from audit_entries where organization_id = $1 order by id offset $2 limit 1',
      [organizationId, position - 1],
    )
  )[0].id;
}

test.each<[string, string]>([
  ['who it was', "actor_name = 'somebody else'"],
  ['when it was', "at = at - interval '1 minute'"],
  ['what it was', "action = 'delete'"],
  ['what came of it', `after = '{"username": "eva"}'`],
  ['what was before', `before = '{}'`],
  ['about whom it was', 'resource_id = gen_random_uuid()'],
  ['what people call it', 'label = null'],
  ['by which request', "request_id = 'x'"],
])('a changed entry is found and located: %s', async (_what, change) => {
  const context = await chained();
  const id = await idAt(context, 17);
  await rig.tamper(`update audit_entries set ${change} where organization_id = $1 and id = $2`, [
    context.organizationId,
    id,
  ]);
  const { ok, broken, entries } = await rig.verification.verify(context);
  expect({ ok, broken, entries }).toEqual({
    ok: false,
    broken: { reason: 'entry_changed', position: 17, block: 2, entryId: id },
    entries: 11,
  });
});

test.each([
  [1, 1],
  [5, 1],
  [11, 1],
  [12, 2],
  [21, 2],
  [31, 3],
])('a deleted entry is found and located: position %i', async (position, block) => {
  const context = await chained();
  await rig.tamper('delete from audit_entries where organization_id = $1 and id = $2', [
    context.organizationId,
    await idAt(context, position),
  ]);
  expect((await rig.verification.verify(context)).broken).toEqual({
    reason: 'entry_missing',
    position,
    block,
    entryId: null,
  });
});

test('entries that were given other ids are found', async () => {
  const context = await chained();
  await rig.tamper(
    `update audit_entries
    set id = (left(id::text, 28) || lpad(to_hex(('x' || right(id::text, 8))::bit(32)::bigint + 1000), 8, '0'))::uuid
    where organization_id = $1`,
    [context.organizationId],
  );
  expect((await rig.verification.verify(context)).broken).toMatchObject({ reason: 'entry_changed', position: 1 });
});

test("an entry added to a block's statement is found and located", async () => {
  const context = await chained();
  const id = await idAt(context, 21);
  await rig.tamper(
    `insert into audit_entries select (jsonb_populate_record(e, jsonb_build_object('id', left(e.id::text,
      28) || 'fffffff0'))).* from audit_entries e where organization_id = $1 and id = $2`,
    [context.organizationId, id],
  );
  expect((await rig.verification.verify(context)).broken).toMatchObject({
    reason: 'entry_added',
    position: 22,
    block: 2,
  });
});

test('an entry that belongs to no statement is found', async () => {
  const context = await chained();
  const id = await idAt(context, 21);
  const stray = `0190${id.slice(4)}`;
  await rig.tamper(
    `insert into audit_entries select (jsonb_populate_record(e, jsonb_build_object('id', $3::text))).*
      from audit_entries e where organization_id = $1 and id = $2`,
    [context.organizationId, id, stray],
  );
  expect((await rig.verification.verify(context)).broken).toEqual({
    reason: 'entries_uncounted',
    position: null,
    block: null,
    entryId: stray,
  });
});

test('a block that is gone, or is not what it was, is found and located', async () => {
  const gone = await chained();
  await rig.tamper('delete from audit_blocks where organization_id = $1 and number = 2', [gone.organizationId]);
  expect((await rig.verification.verify(gone)).broken).toMatchObject({
    reason: 'block_missing',
    position: 12,
    block: 2,
  });
  for (const change of [
    "sealed_at = sealed_at - interval '1 s'",
    'first_entry = 3',
    'entries = 9',
    "hash = sha256('x')",
    "previous_hash = sha256('x')",
    'first_ids = first_ids[2:]',
    "hashes = hashes || sha256('x')",
    "seal = left(seal, -1) || '_'",
  ]) {
    const context = await chained();
    await rig.tamper(`update audit_blocks set ${change} where organization_id = $1 and number = 2`, [
      context.organizationId,
    ]);
    expect([change, (await rig.verification.verify(context)).broken]).toEqual([
      change,
      { reason: 'block_changed', position: 12, block: 2, entryId: null },
    ]);
  }
});

test('an end that was cut off is found: with the head left as it was, set back, or gone', async () => {
  const context = await chained();
  const cutOff = `delete from audit_entries e using audit_blocks b where b.organization_id = $1 and b.number = 3
    and e.organization_id = $1 and e.id >= b.first_ids[1]`;
  const noted = (await rig.verification.verify(context)).head ?? undefined;
  await rig.tamper(cutOff, [context.organizationId]);
  await rig.tamper('delete from audit_blocks where organization_id = $1 and number = 3', [context.organizationId]);
  expect((await rig.verification.verify(context)).broken).toMatchObject({
    reason: 'end_missing',
    position: 22,
    block: 3,
  });
  await rig.tamper(
    'update audit_heads h set number = 2, entries = 21, hash = b.hash from audit_blocks b where ' +
      'h.organization_id = $1 and b.organization_id = $1 and b.number = 2',
    [context.organizationId],
  );
  expect((await rig.verification.verify(context)).broken).toMatchObject({ reason: 'head_changed' });
  await rig.tamper('delete from audit_heads where organization_id = $1', [context.organizationId]);
  expect((await rig.verification.verify(context)).broken).toMatchObject({ reason: 'entries_uncounted' });
  expect((await rig.verification.verify(context, noted)).broken).toMatchObject({ reason: 'end_missing', block: 3 });
});

test('a whole former state, put back with its own head, is found by a head that was noted outside', async () => {
  const context = await rig.fresh.organization();
  await rig.addUsers(context, 3);
  await rig.sealer.round();
  const [former] = await rig.sql<{ head: string }>(
    'select to_jsonb(h)::text as head from audit_heads h where organization_id = $1',
    [context.organizationId],
  );
  await rig.addUsers(context, 3);
  await rig.sealer.round();
  const noted = (await rig.verification.verify(context)).head ?? undefined;
  expect((await rig.verification.verify(context, noted)).ok).toBe(true);
  await rig.tamper(
    'delete from audit_entries e using audit_blocks b where b.organization_id = $1 and b.number = 2 and ' +
      'e.organization_id = $1 and e.id >= b.first_ids[1]',
    [context.organizationId],
  );
  await rig.tamper('delete from audit_blocks where organization_id = $1 and number = 2', [context.organizationId]);
  await rig.tamper('delete from audit_heads where organization_id = $1', [context.organizationId]);
  await rig.tamper('insert into audit_heads select * from jsonb_populate_record(null::audit_heads, $1::jsonb)', [
    former.head,
  ]);
  expect((await rig.verification.verify(context)).ok).toBe(true);
  expect((await rig.verification.verify(context, noted)).broken).toMatchObject({ reason: 'end_missing', block: 2 });
  expect((await rig.verification.verify(context, { number: 1, hash: '0'.repeat(64) })).broken).toMatchObject({
    reason: 'block_changed',
    block: 1,
  });
});

test('a block of another course of the same audit does not fit in, however genuine it is', async () => {
  const context = await rig.fresh.organization();
  const { organizationId } = context;
  const grow = async () => {
    await rig.addUsers(context, 3);
    await rig.sealer.round();
  };
  const rowsOf = async (table: string, where: string) =>
    (
      await rig.sql<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where organization_id = $1 and ${where}`,
        [organizationId],
      )
    ).map(({ row }) => row);
  const putBack = async (table: string, rows: readonly string[]) => {
    for (const row of rows)
      await rig.tamper(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`, [row]);
  };
  const ofBlock2 = `id >= (select first_ids[1] from audit_blocks where organization_id = $1 and number = 2)
    and id < coalesce((select first_ids[1] from audit_blocks where organization_id = $1 and number = 3),
      'ffffffff-ffff-ffff-ffff-ffffffffffff')`;
  const takeBlock2 = async () => {
    await rig.tamper(`delete from audit_entries where organization_id = $1 and ${ofBlock2}`, [organizationId]);
    await rig.tamper('delete from audit_blocks where organization_id = $1 and number = 2', [organizationId]);
  };
  await grow();
  const head = await rowsOf('audit_heads', 'true');
  await grow();
  const [entries, block] = [await rowsOf('audit_entries', ofBlock2), await rowsOf('audit_blocks', 'number = 2')];
  await takeBlock2();
  await rig.tamper('delete from audit_heads where organization_id = $1', [organizationId]);
  await putBack('audit_heads', head);
  await grow();
  await grow();
  expect(await rig.verification.verify(context)).toMatchObject({ ok: true, blocks: 3 });
  await takeBlock2();
  await putBack('audit_entries', entries);
  await putBack('audit_blocks', block);
  expect((await rig.verification.verify(context)).broken).toMatchObject({ reason: 'block_changed', block: 3 });
});

test('without the master key nobody makes a chain that verifies', async () => {
  const context = await chained();
  expect((await rig.verificationWith([Buffer.alloc(32, 8)]).verify(context)).broken).toMatchObject({
    reason: 'block_unproven',
  });
  expect((await rig.verificationWith([Buffer.alloc(32, 8), masterKey]).verify(context)).ok).toBe(true);
});

test('the database itself refuses to change, delete or truncate the audit', async () => {
  const context = await chained();
  const refused = [
    "update audit_entries set actor_name = 'x'",
    'delete from audit_entries',
    'update audit_blocks set number = 9',
    'delete from audit_blocks',
  ];
  for (const sql of refused) await expect(rig.sql(sql)).rejects.toThrow(/append-only/);
  await expect(rig.sql('truncate audit_entries')).rejects.toThrow(/append-only/);
  expect((await rig.verification.verify(context)).ok).toBe(true);
});

test("the tenants' role has no right to change or delete", async () => {
  const rights = await rig.sql<{ table: string; right: string }>(`
    select t as "table", p as right from unnest(array['audit_entries', 'audit_blocks', 'audit_open', 'audit_heads']) t,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
    where has_table_privilege('usher_tenant', t, p) order by 1, 2`);
  expect(rights.map(({ table, right }) => `${table} ${right}`)).toEqual([
    'audit_blocks INSERT',
    'audit_blocks SELECT',
    'audit_entries INSERT',
    'audit_entries SELECT',
    'audit_heads INSERT',
    'audit_heads SELECT',
    'audit_heads UPDATE',
    'audit_open DELETE',
    'audit_open INSERT',
    'audit_open SELECT',
  ]);
});
