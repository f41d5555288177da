import type { MigrationInterface, QueryRunner } from 'typeorm';

const up = [
  // told_to: contacts who know that the state stands, until they are told that it ended; end_dispatched_at: it was decided who is told so.
  `alter table alerts add column told_to uuid[] not null default '{}', add column end_dispatched_at timestamptz, add column end_told_at timestamptz`,
  'update alerts set end_dispatched_at = resolved_at where resolved_at is not null',
  "create index alerts_end_waiting on alerts (organization_id, resolved_at) where resolved_at is not null and end_dispatched_at is null and told_to <> '{}'",
  'alter table certificate_authorities add column announce_at timestamptz',
  "update certificate_authorities set announce_at = expires_at - interval '365 days'",
  'create index certificate_authorities_announce on certificate_authorities (announce_at) where announce_at is not null',
];

/** The end of what contacts were told of is told, too; authorities are watched as certificates are. */
export class EndsOfAlerts1764036000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("set local usher.organization_id = '*'");
    for (const sql of up) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table certificate_authorities drop column announce_at');
    await runner.query('alter table alerts drop column told_to, drop column end_dispatched_at, drop column end_told_at');
  }
}
