import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list of one status, and its total, without reading the vouchers of the others. */
const voucherIndexes = {
  vouchers_by_end: '(organization_id, ends_at, first_used_at) where revoked_at is null',
  vouchers_used: '(organization_id, ends_at) where revoked_at is null and first_used_at is not null',
  vouchers_revoked: '(organization_id, created_at, id) where revoked_at is not null',
} as const;

const up = [
  // told_to: contacts who know that the state stands, until they are told that it ended; end_dispatched_at: it was decided who is told so.
  `alter table alerts add column told_to uuid[] not null default '{}', add column end_dispatched_at timestamptz, add column end_told_at timestamptz`,
  'update alerts set end_dispatched_at = resolved_at where resolved_at is not null',
  "create index alerts_end_waiting on alerts (organization_id, resolved_at) where resolved_at is not null and end_dispatched_at is null and told_to <> '{}'",
  'alter table certificate_authorities add column announce_at timestamptz',
  "update certificate_authorities set announce_at = expires_at - interval '365 days'",
  'create index certificate_authorities_announce on certificate_authorities (announce_at) where announce_at is not null',
  // When a voucher expires as things stand. A generated column would do, but for the table in which TypeORM wants to note its expression.
  "alter table vouchers add column ends_at timestamptz not null default 'infinity'",
  `create function usher_voucher_end() returns trigger language plpgsql as $$
   begin
     new.ends_at := coalesce(case when new.first_used_at is null then new.valid_until else new.first_used_at + new.duration_seconds * interval '1 second' end, 'infinity');
     return new;
   end $$`,
  'create trigger voucher_end before insert or update of first_used_at, duration_seconds, valid_until on vouchers for each row execute function usher_voucher_end()',
  `update vouchers set ends_at = coalesce(case when first_used_at is null then valid_until else first_used_at + duration_seconds * interval '1 second' end, 'infinity')
   where first_used_at is not null or valid_until is not null`,
  ...Object.entries(voucherIndexes).map(([name, on]) => `create index ${name} on vouchers ${on}`),
];

/** The end of what contacts were told of is told, too; authorities are watched as certificates are; vouchers are listed by status. */
export class Ends1764036000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("set local usher.organization_id = '*'");
    for (const sql of up) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger voucher_end on vouchers');
    await runner.query('drop function usher_voucher_end()');
    await runner.query('alter table vouchers drop column ends_at');
    await runner.query('drop index vouchers_revoked');
    await runner.query('alter table certificate_authorities drop column announce_at');
    await runner.query(
      'alter table alerts drop column told_to, drop column end_dispatched_at, drop column end_told_at',
    );
  }
}
