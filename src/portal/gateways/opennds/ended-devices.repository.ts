import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

/**
 * $2 portal, $3 devices, $4 now. A device's latest registration counts. Devices that were let in at the gateway itself
 * have none, and stay.
 */
const ended = statement(
  'portal_ended_devices',
  `
  select m.mac from unnest($3::text[]) as m (mac)
  cross join lateral (
    select r.user_id, r.voucher_id, r.ended_at is not null or coalesce(r.until_at <= $4::timestamptz, false) as is_over
    from registrations r
    where r.organization_id = $1 and r.mac = m.mac and r.captive_portal_id = $2 and r.admitted_at is not null
    order by r.since_at desc limit 1) r
  left join users u on u.organization_id = $1 and u.id = r.user_id
  left join vouchers v on v.organization_id = $1 and v.id = r.voucher_id
  where r.is_over
    or exists (select from devices d where d.organization_id = $1 and d.mac = m.mac and d.disabled)
    or case
      when r.user_id is not null then u.id is null or u.disabled or u.valid_until <= $4::timestamptz
      when r.voucher_id is not null then v.id is null or v.revoked_at is not null or v.ends_at <= $4::timestamptz
      else false end`,
);

/**
 * $2 portal, $3 devices, $4 when their gateway was deleted, $5 now. They no longer count for their accounts, unless
 * another gateway has let them in since: openNDS keeps a device for a day.
 */
const stranded = statement(
  'portal_stranded_devices',
  `
  with own as (
    select r.id, r.mac, r.admitted_until_at from registrations r
    where r.organization_id = $1 and r.mac = any ($3::text[]) and r.captive_portal_id = $2
      and r.admitted_at <= $4::timestamptz),
  out as (
    update registrations r set admitted_until_at = $5::timestamptz from own
    where r.organization_id = $1 and r.id = own.id and own.admitted_until_at > $5::timestamptz
      and own.admitted_until_at <= $4::timestamptz + interval '1 day')
  select distinct mac from own`,
);

@Injectable()
export class EndedDevicesRepository {
  constructor(private readonly database: Database) {}

  /** Those of these devices (12 lower-case digits each) that came in by the portal and may no longer stay. */
  async ended(context: Context, portalId: string, macs: readonly string[], at: Instant): Promise<string[]> {
    const values = [context.organizationId, portalId, macs, at];
    return (await this.database.query<{ mac: string }>(context, ended, values)).map(({ mac }) => mac);
  }

  /** Those of these devices that came in by the portal before their gateway was deleted. */
  async stranded(
    context: Context,
    portalId: string,
    macs: readonly string[],
    retiredAt: Instant,
    at: Instant,
  ): Promise<string[]> {
    const values = [context.organizationId, portalId, macs, retiredAt, at];
    return (await this.database.query<{ mac: string }>(context, stranded, values)).map(({ mac }) => mac);
  }
}
