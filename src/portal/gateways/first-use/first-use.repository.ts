import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

const untilAt = 'until_at as "untilAt"';

/** No RADIUS server begins it: its time starts with the first device that is let in. $3 now. */
const beginVoucher = statement(
  'first_use_of_voucher',
  `
  with begun as (update vouchers v set first_used_at = $3::timestamptz, revision = v.revision + 1,
    updated_at = $3::timestamptz
    from registrations r where r.organization_id = $1 and r.id = $2 and v.organization_id = $1
      and v.id = r.voucher_id and v.first_used_at is null returning v.duration_seconds),
  limited as (update registrations r set until_at = $3::timestamptz + make_interval(secs => b.duration_seconds),
    revision = r.revision + 1, updated_at = $3::timestamptz from begun b
    where r.organization_id = $1 and r.id = $2 returning r.since_at, r.until_at)
  update guest_registrations g set valid_until = l.until_at from limited l
  where g.organization_id = $1 and g.id = $2 and g.created_at = l.since_at`,
);

/**
 * $3 now, $4 how long the gateway lets anybody in, $5 whether it was told when the registration ends, which is when it
 * then closes. The time is stored because the gateway reports no session.
 */
const admit = statement(
  'first_use_admit',
  `
  update registrations set admitted_at = coalesce(admitted_at, $3::timestamptz),
    admitted_until_at = least(case when $5::boolean then until_at end, $3::timestamptz + make_interval(secs => $4::int))
  where organization_id = $1 and id = $2
  returning ${untilAt}`,
);
const until = statement(
  'first_use_until',
  `select ${untilAt} from registrations where organization_id = $1 and id = $2`,
);

/**
 * What openNDS keeps a device for unless told otherwise (`sessiontimeout`).
 * https://opennds.readthedocs.io/en/stable/config.html
 */
const usualSeconds = 86_400;

/** Where guests are let in without a RADIUS server, which begins vouchers otherwise. */
@Injectable()
export class FirstUseRepository {
  constructor(private readonly database: Database) {}

  /** Starts the registration's voucher, if it has one. Returns until when the guest may stay; null: no end is known. */
  async begin(inside: Context, registrationId: string, at: Instant): Promise<Instant | null> {
    await this.database.query(inside, beginVoucher, [inside.organizationId, registrationId, at]);
    const row = await this.database.one<{ untilAt: Instant | null }>(inside, until, [
      inside.organizationId,
      registrationId,
    ]);
    return row?.untilAt ?? null;
  }

  /** The same at a gateway that reports no sessions and lets guests in for at most `longestSeconds`. */
  async admit(
    context: Context,
    registrationId: string,
    at: Instant,
    longestSeconds: number | undefined,
  ): Promise<Instant | null> {
    await this.database.query(context, beginVoucher, [context.organizationId, registrationId, at]);
    const row = await this.database.one<{ untilAt: Instant | null }>(context, admit, [
      context.organizationId,
      registrationId,
      at,
      longestSeconds ?? usualSeconds,
      longestSeconds !== undefined,
    ]);
    return row?.untilAt ?? null;
  }
}
