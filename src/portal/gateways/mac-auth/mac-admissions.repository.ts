import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

/** A device at its access point, which RADIUS let in to the portal only, or further by now. */
export interface WaitingDevice {
  /** The access point's name in RADIUS: `<organization>/<client>`. */
  readonly accessPoint: string;
  readonly client: string;
  readonly ssid: string | null;
  /** Null: it comes by RadSec, and cannot be asked from here. */
  readonly address: string | null;
  readonly nasAddress: string | null;
  readonly coaPort: number;
  readonly secretSealed: string;
  /** Session id of accounting; null: not begun. */
  readonly session: {
    readonly id: string;
    readonly startedAt: Instant;
    readonly acctSessionId: string;
    /** The account that RADIUS assigned. */
    readonly username: string | null;
    readonly kind: string | null;
    readonly class: string | null;
  } | null;
}

/** $2 device, $3 network, $4 now. */
const waiting = statement(
  'mac_admissions_waiting',
  `
  select k.short_name as "accessPoint", k.organization_id || '/' || k.id as client, l.ssid,
    k.address::text as address,
    l.nas_address as "nasAddress", k.coa_port as "coaPort",
    encode(k.secret_sealed, 'base64') as "secretSealed",
    case when s.id is not null then jsonb_build_object('id', s.id,
      'startedAt', to_char(s.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'acctSessionId', coalesce(s.session_id, ''), 'username', s.username, 'kind', s.kind,
      'class', s.session_class) end as session
  from authentication_log l
  join network_clients k on k.organization_id = $1 and k.id = l.network_client_id
  left join lateral (select * from accounting_sessions a where a.organization_id = $1 and a.mac = l.mac
    and a.stopped_at is null and a.network_client_id = l.network_client_id
    order by a.started_at desc limit 1) s on true
  where l.organization_id = $1 and l.mac = $2 and l.network_id = $3 and l.outcome = 'accepted'
    and l.at > $4::timestamptz - interval '1 day'
  order by l.at desc limit 1`,
);

/**
 * Assigns the device's open session to the registration's account, as if RADIUS had let it in as that, so that whatever
 * takes access away finds it. $2 session, $3 its beginning, $4 registration, $5 a random id.
 */
const relabel = statement(
  'mac_admissions_relabel',
  `
  with own as (
    update accounting_sessions s set username = r.username, user_id = r.user_id,
      kind = case when r.user_id is null then 'voucher' else 'user' end,
      session_class = case when r.user_id is null then 'voucher' else 'user' end || ':'
        || coalesce(r.user_id::text, '') || ':' || coalesce(r.user_id, r.voucher_id)::text || ':'
        || coalesce(extract(epoch from r.until_at at time zone 'UTC')::bigint::text, '') || ':PAP::' || $5::text || ':'
    from registrations r
    where s.organization_id = $1 and s.started_at = $3 and s.id = $2 and s.stopped_at is null
      and r.organization_id = $1 and r.id = $4 and r.ended_at is null
    returning s.id, s.started_at, r.until_at)
  insert into session_endings as e (organization_id, session_id, started_at, due_at)
  select $1, id, started_at, until_at from own where until_at is not null
  on conflict (organization_id, session_id) do update set due_at = least(e.due_at, excluded.due_at),
      due_again = true
    where e.confirmed_at is null`,
);

/** Undoes that after a failed admission. $2 session, $3 its beginning. */
const labelBack = statement(
  'mac_admissions_label_back',
  `
  update accounting_sessions s set username = $4, user_id = null, kind = $5, session_class = $6
  where s.organization_id = $1 and s.started_at = $3 and s.id = $2 and s.stopped_at is null and $5 = 'guest'`,
);

/** $1 client, $2 account, $3 device, $4 called station, $5 access point, $6 its address, $7 why. */
const note = statement(
  'mac_admissions_note',
  `select radius.reject($1, $2, $3, $4, '', $5, $6, $6, 'access_point_refused', $7)`,
);

/** Whether the device is in as the registration's account, by RADIUS' last answer or its open session. */
const isIn = statement(
  'mac_admissions_is_in',
  `
  select r.ended_at is not null or coalesce(r.until_at <= $4::timestamptz, false) as "isOver",
    coalesce((select l.username_key = r.username_key from authentication_log l
      where l.organization_id = $1 and l.mac = r.mac and l.network_id = $3 and l.outcome = 'accepted'
        and l.at > $4::timestamptz - interval '1 day' order by l.at desc limit 1), false)
    or exists (select from accounting_sessions s where s.organization_id = $1 and s.mac = r.mac
      and s.username_key = r.username_key and s.stopped_at is null) as "isIn"
  from registrations r where r.organization_id = $1 and r.id = $2`,
);

@Injectable()
export class MacAdmissionsRepository {
  constructor(private readonly database: Database) {}

  waiting(context: Context, mac: string, networkId: string, at: Instant): Promise<WaitingDevice | undefined> {
    return this.database.one(context, waiting, [context.organizationId, mac, networkId, at]);
  }

  async relabel(
    context: Context,
    session: { readonly id: string; readonly startedAt: Instant },
    registrationId: string,
    random: string,
  ): Promise<void> {
    const values = [context.organizationId, session.id, session.startedAt, registrationId, random];
    await this.database.query(context, relabel, values);
  }

  async labelBack(context: Context, session: NonNullable<WaitingDevice['session']>): Promise<void> {
    const { id, startedAt, username, kind, class: own } = session;
    await this.database.query(context, labelBack, [context.organizationId, id, startedAt, username, kind, own]);
  }

  /** Logs a sign-in of a known device that was not let in. */
  async noteRefusal(
    context: Context,
    { client, accessPoint, address, nasAddress, ssid }: WaitingDevice,
    { username, mac, detail }: { readonly username: string; readonly mac: string; readonly detail: string },
  ): Promise<void> {
    const called = ssid === null ? '' : `:${ssid}`;
    await this.database.query(context, note, [
      client,
      username,
      mac,
      called,
      accessPoint,
      nasAddress ?? address,
      detail,
    ]);
  }

  standing(
    context: Context,
    registrationId: string,
    networkId: string,
    at: Instant,
  ): Promise<{ readonly isOver: boolean; readonly isIn: boolean } | undefined> {
    return this.database.one(context, isIn, [context.organizationId, registrationId, networkId, at]);
  }
}
