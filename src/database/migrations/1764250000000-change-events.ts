import type { MigrationInterface, QueryRunner } from 'typeorm';
import { asOwner } from './radius/identity.js';

/** As what RADIUS saw: src/console/events/change-event.ts makes the payload when it is dispatched. */
const facts = (username: string, at: string, record: string) =>
  `jsonb_build_object('at', radius.instant(${at}), 'username', ${username}, 'record', jsonb_build_object(${record}))::text`;
const user =
  "'id', n.id, 'username', n.username, 'first_name', n.first_name, 'last_name', n.last_name, 'email', n.email, 'valid_until', radius.instant(n.valid_until), 'external_id', n.external_id";
const voucher =
  "'id', n.id, 'batch_id', n.batch_id, 'duration_seconds', n.duration_seconds, 'max_devices', n.max_devices, 'valid_until', radius.instant(n.valid_until), 'first_used_at', radius.instant(n.first_used_at)";

/** Of a whole statement, in one. A statement writes rows of one organization; where nobody wants to know, that is all that is asked. */
const ofAdded = (table: string, event: string, username: string, record: string) => [
  `create function tell_added_${table}() returns trigger language plpgsql ${asOwner} as $$
   declare organization uuid;
   begin
     for organization in select distinct organization_id from added loop
       if event_wanted(organization, '${event}') then
         insert into outbox_events (organization_id, id, event, payload, holds_facts, created_at)
           select organization, radius.new_id(n.created_at), '${event}', ${facts(username, 'n.created_at', record)}, true, n.created_at
           from added n where n.organization_id = organization order by n.id;
       end if;
     end loop;
     return null;
   end $$`,
  `create trigger tell_added after insert on ${table} referencing new table as added for each statement execute function tell_added_${table}()`,
];

/** Of rows that change so, which are few: the condition is looked at without a call. */
const ofRow = (
  name: string,
  table: string,
  on: string,
  when: string,
  event: string,
  at: string,
  username: string,
  record: string,
) => [
  `create function ${name}() returns trigger language plpgsql ${asOwner} as $$
   declare n ${table} := new; told text := ${event};
   begin
     if event_wanted(n.organization_id, told) then
       insert into outbox_events (organization_id, id, event, payload, holds_facts, created_at)
         values (n.organization_id, radius.new_id(${at}), told, ${facts(username, at, record)}, true, ${at});
     end if;
     return null;
   end $$`,
  `create trigger ${name} after ${on} on ${table} for each row when (${when}) execute function ${name}()`,
];

const run = "'id', n.id, 'connection_id', n.connection_id, 'mode', n.mode, 'held', n.held";
const connection =
  "'id', n.id, 'name', n.name, 'connector', n.connector, 'status', n.status, 'problem', n.quarantine ->> 'code'";

const up = [
  `create function event_wanted(organization uuid, event text) returns boolean language sql stable ${asOwner} as $$
     select exists (select from webhooks w where w.organization_id = organization and not w.disabled and event_wanted.event = any (w.events)) $$`,
  ...ofAdded('users', 'user.created', 'n.username', user),
  ...ofAdded('vouchers', 'voucher.created', 'null::text', voucher),
  ...ofRow(
    'tell_disabled',
    'users',
    'update of disabled',
    'new.disabled and not old.disabled',
    "'user.disabled'",
    'n.updated_at',
    'n.username',
    user,
  ),
  ...ofRow(
    'tell_redeemed',
    'vouchers',
    'update of first_used_at',
    'old.first_used_at is null and new.first_used_at is not null',
    "'voucher.redeemed'",
    'n.first_used_at',
    'null::text',
    voucher,
  ),
  ...ofRow(
    'tell_quarantine',
    'connections',
    'update of status',
    "old.status is distinct from new.status and (new.status = 'quarantined' or old.status = 'quarantined' and new.status <> 'disabled')",
    "case when new.status = 'quarantined' then 'connection.quarantined' else 'connection.recovered' end",
    'clock_timestamp()',
    'null::text',
    connection,
  ),
  ...ofRow(
    'tell_held',
    'runs',
    'update of status',
    "new.status = 'held' and old.status <> 'held'",
    "'run.held'",
    'clock_timestamp()',
    'null::text',
    run,
  ),
  "create trigger tell_held_added after insert on runs for each row when (new.status = 'held') execute function tell_held()",
];

const down = [
  'drop trigger tell_held_added on runs',
  ...[
    ['tell_held', 'runs'],
    ['tell_quarantine', 'connections'],
    ['tell_redeemed', 'vouchers'],
    ['tell_disabled', 'users'],
  ].flatMap(([name, table]) => [`drop trigger ${name} on ${table}`, `drop function ${name}()`]),
  ...['vouchers', 'users'].flatMap((table) => [
    `drop trigger tell_added on ${table}`,
    `drop function tell_added_${table}()`,
  ]),
  'drop function event_wanted(uuid, text)',
];

/** What happens to users, vouchers, connections and runs is told by the database, in the transaction that does it, whoever that is. */
export class ChangeEvents1764250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of up) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of down) await runner.query(each);
  }
}
