import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accounting } from './radius/accounting.js';

const before = (accounting.find((sql) => sql.startsWith('create function radius.account(')) ?? '').replace(
  'create function',
  'create or replace function',
);

/**
 * Between the login and the first word of its session some seconds pass, in which nobody knows a session that could be ended. Whoever was
 * changed, or lost access, shortly before a session begins has it looked at at once; what was said at the login may not hold any more.
 */
const changedLately = `s.user_id is not null and not exists (select from users u where u.organization_id = s.organization_id and u.id = s.user_id and (u.updated_at = u.created_at or u.updated_at < at - interval '1 minute'))
         or s.kind = 'voucher' and not exists (select from vouchers v where v.organization_id = s.organization_id and v.id = nullif(split_part(told, ':', 3), '')::uuid and v.revoked_at is null)
         or s.kind = 'certificate' and not exists (select from certificates c where c.organization_id = s.organization_id and c.id = nullif(split_part(told, ':', 3), '')::uuid and c.revoked_at is null)
         or s.kind = 'device' and not exists (select from devices d where d.organization_id = s.organization_id and d.mac = s.mac and (d.updated_at = d.created_at or d.updated_at < at - interval '1 minute'))`;

const planned = /if not is_over and split_part\(told, ':', 4\)[\s\S]*?end if;/;

export class LateStarts1764086000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query(
      before.replace(
        planned,
        (found) => `if not is_over and (${changedLately}) then
         insert into session_endings (organization_id, session_id, started_at, due_at) values (s.organization_id, s.id, s.started_at, date_trunc('milliseconds', clock_timestamp()));
       els${found}`,
      ),
    );
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query(before);
  }
}
