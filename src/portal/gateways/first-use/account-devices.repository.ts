import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

const account = statement(
  'account_devices_account',
  'select username_key as "usernameKey" from registrations where organization_id = $1 and id = $2',
);

/**
 * Locks the account's device count until the transaction ends; radius.accept waits, too. Not in the statement above: on
 * Citus the lock would be taken on the account's node, and RADIUS takes it at the coordinator.
 */
const hold = statement(
  'account_devices_hold',
  "select pg_advisory_xact_lock(hashtextextended('devices of ' || $1::text || ' ' || $2, 0)) as held",
);

/**
 * How many other devices use the same account, and how many may: devices in sessions, devices that RADIUS has just let
 * in and whose session has not begun, and devices at gateways that do not report sessions. RADIUS counts the same
 * (radius.limit_reached).
 */
const company = statement(
  'account_devices_company',
  `
  select (select count(distinct o.mac) from (
      select s.mac from accounting_sessions s where s.organization_id = $1
        and s.username_key = r.username_key and s.stopped_at is null
        and (s.updated_at > $3::timestamptz - interval '30 minutes'
          or exists (select from controller_sessions c where c.organization_id = $1 and c.session_id = s.id))
      union all
      select x.mac from registrations x where x.organization_id = $1
        and x.username_key = r.username_key and x.ended_at is null
        and least(x.admitted_until_at, x.until_at) > $3::timestamptz and x.admitted_until_at is not null
      union all
      select l.mac from authentication_log l where l.organization_id = $1
        and l.username_key = r.username_key and l.at > $3::timestamptz - interval '30 seconds'
        and l.outcome = 'accepted'
        and not exists (select from accounting_sessions s where s.organization_id = $1
          and s.username_key = l.username_key and s.session_class = l.session_class
          and s.started_at > $3::timestamptz - interval '1 day')) o
      where o.mac is distinct from r.mac)::int as others,
    least(u.max_devices, v.max_devices, (g.policy ->> 'simultaneous_use')::int) as most
  from registrations r
  left join users u on u.organization_id = $1 and u.id = r.user_id
  left join vouchers v on v.organization_id = $1 and v.id = r.voucher_id
  left join user_groups g on g.organization_id = $1 and g.id = coalesce(u.group_id, v.group_id)
  where r.organization_id = $1 and r.id = $2`,
);

/** For gateways where no RADIUS server counts the devices of an account. */
@Injectable()
export class AccountDevicesRepository {
  constructor(private readonly database: Database) {}

  /** Whether the account has as many other devices in as it may. Locks the count until the transaction ends. */
  async isFull(inside: Context, registrationId: string, at: Instant): Promise<boolean> {
    const { organizationId } = inside;
    const found = await this.database.one<{ usernameKey: string | null }>(inside, account, [
      organizationId,
      registrationId,
    ]);
    await this.database.query(inside, hold, [organizationId, found?.usernameKey]);
    const row = await this.database.one<{ others: number; most: number | null }>(inside, company, [
      inside.organizationId,
      registrationId,
      at,
    ]);
    return row !== undefined && row.most !== null && row.others >= row.most;
  }
}
