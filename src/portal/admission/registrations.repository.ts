import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Confirmation, Consent, Registered, Registration } from './registration.js';

const columns = `r.id, r.captive_portal_id as "portalId", r.method, r.username, r.user_id as "userId",
  r.voucher_id as "voucherId", r.first_name as "firstName", r.last_name as "lastName", r.email, r.phone, r.company,
  r.mac, r.ssid, r.access_point as "accessPoint", r.language, r.terms_version as "termsVersion",
  r.approved_by as "approvedBy", r.since_at as since, r.until_at as until, r.ended_at as "endedAt",
  r.end_reason as "endReason", r.pay as "paidBy"`;

/** Repeats, even through two processes, wait here: an account registers one device at a time. */
const hold = statement('portal_registrations_hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0)) as held');

const find = statement(
  'portal_registrations_find',
  `select ${columns} from registrations r where r.organization_id = $1 and r.id = $2`,
);

const active = `r.ended_at is null and (r.until_at is null or r.until_at > $4)`;

/** $2 portal, $3 method, $4 now, $5 account, $6 device. */
const same = statement(
  'portal_registrations_same',
  `
  select ${columns} from registrations r
  where r.organization_id = $1 and r.captive_portal_id = $2 and r.method = $3 and r.username_key = $5
    and r.mac is not distinct from $6 and ${active}
  order by r.since_at desc limit 1`,
);

/** $2 portal, $3 device, $4 now, $5 registered since. */
const ofDevice = statement(
  'portal_registrations_of_device',
  `
  select ${columns} from registrations r
  where r.organization_id = $1 and r.captive_portal_id = $2 and r.mac = $3 and r.since_at > $5 and ${active}
  order by r.since_at desc limit 1`,
);

/** $2 portal, $3 account, $4 now. The newest of each device. */
const ofAccount = statement(
  'portal_registrations_of_account',
  `
  select * from (select distinct on (coalesce(r.mac, r.id::text)) ${columns} from registrations r
    where r.organization_id = $1 and r.captive_portal_id = $2 and r.username_key = $3 and ${active}
    order by coalesce(r.mac, r.id::text), r.since_at desc) d
  order by d.since limit 50`,
);

/** $2 portal, $3 device, $4 now, $5 account. */
const ofSession = statement(
  'portal_registrations_of_session',
  `
  select ${columns} from registrations r
  where r.organization_id = $1 and r.captive_portal_id = $2 and r.mac = $3 and r.username_key = $5 and ${active}
  order by r.since_at desc limit 1`,
);

/**
 * $2 address of a device, $3 heard of since: the sessions of devices that have it, or a prefix around it. Addresses are
 * lent: of a session that nobody has heard of lately, another device may have it by now.
 */
const sessionsAt = statement(
  'portal_registrations_sessions_at',
  `
  select s.mac, s.username_key as "usernameKey",
    s.ip_address = host($2::inet) or $2::inet = any (s.ipv6) is true as "isExact"
  from accounting_sessions s
  where s.organization_id = $1 and s.stopped_at is null and s.updated_at > $3
    and (s.ip_address = host($2::inet) or $2::inet <<= any (s.ipv6))
  order by 3 desc, s.started_at desc limit 50`,
);

/** $2 heard of since. */
const isIpv6Told = statement(
  'portal_registrations_is_ipv6_told',
  `
  select exists (select from accounting_sessions s
    where s.organization_id = $1 and s.stopped_at is null and s.updated_at > $2 and s.ipv6 is not null) as "isTold"`,
);

const insert = statement(
  'portal_registrations_insert',
  `
  insert into registrations as r (organization_id, id, captive_portal_id, method, username, username_key, user_id,
    voucher_id, first_name, last_name, email, phone, mac, ssid, access_point, language, terms_version, approved_by,
    made_account, since_at, until_at, created_at, updated_at, company, confirmed_at,
    tier, price, currency, pay)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $20, $20, $22,
    case when $23::boolean then $20::timestamptz end, $24, $25, $26, $27)
  returning ${columns}`,
);

const prolong = statement(
  'portal_registrations_prolong',
  `
  update registrations r set until_at = $3, updated_at = $4, revision = r.revision + 1
  where r.organization_id = $1 and r.id = $2 and r.until_at is distinct from $3`,
);

/** $3 until, $4 now, $5 who approved, $6 whether the guest proved an address. */
const confirm = statement(
  'portal_registrations_confirm',
  `
  update registrations r set until_at = $3, updated_at = $4, revision = r.revision + 1,
    approved_by = coalesce($5, r.approved_by), confirmed_at = case when $6::boolean then $4 else r.confirmed_at end
  where r.organization_id = $1 and r.id = $2 and r.ended_at is null returning ${columns}`,
);

/** The line of the report was written with the registration. */
const prolongReported = statement(
  'portal_registrations_prolong_report',
  'update guest_registrations set valid_until = $3 where organization_id = $1 and id = $2 and created_at = $4',
);

const insertReported = statement(
  'portal_registrations_report',
  `
  insert into guest_registrations (organization_id, created_at, id, captive_portal_id, method, username, user_id,
    full_name, email, phone, company, mac, ssid, access_point, valid_until, tier, price, currency, pay)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
);

const consents = statement(
  'portal_registrations_consents',
  `
  insert into portal_consents as c (organization_id, registration_id, kind, text_hash, version, language, given_at)
  select $1, $2, n.kind, n.text_hash, n.version, n.language, $4
    from jsonb_to_recordset($3::jsonb) as n (kind text, text_hash text, version text, language text)
  on conflict (organization_id, registration_id, kind) do update set text_hash = excluded.text_hash,
    version = excluded.version, language = excluded.language, given_at = excluded.given_at
    where c.text_hash <> excluded.text_hash`,
);

const portalName = statement(
  'portal_registrations_portal',
  'select name from captive_portals where organization_id = $1 and id = $2',
);

/** An open session, by an address. */
export interface SessionAt {
  readonly mac: string | null;
  readonly usernameKey: string | null;
  /** Not by a prefix, which several devices may share. */
  readonly isExact: boolean;
}

export interface NewRegistration extends Registered {
  readonly id: string;
  readonly usernameKey: string;
  readonly termsVersion: string | null;
}

@Injectable()
export class PortalRegistrationsRepository {
  constructor(private readonly database: Database) {}

  async hold(inside: Context, what: string): Promise<void> {
    await this.database.query(inside, hold, [`registration ${inside.organizationId} ${what}`]);
  }

  find(context: Context, id: string): Promise<Registration | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  /** An equal registration: same portal, way, account and device, and not over. */
  same(
    inside: Context,
    { portalId, method, usernameKey, mac }: NewRegistration,
    at: Instant,
  ): Promise<Registration | undefined> {
    return this.database.one(inside, same, [inside.organizationId, portalId, method, at, usernameKey, mac]);
  }

  ofDevice(
    context: Context,
    portalId: string,
    mac: string,
    at: Instant,
    since: Instant,
  ): Promise<Registration | undefined> {
    return this.database.one(context, ofDevice, [context.organizationId, portalId, mac, at, since]);
  }

  ofAccount(context: Context, portalId: string, usernameKey: string, at: Instant): Promise<Registration[]> {
    return this.database.query(context, ofAccount, [context.organizationId, portalId, usernameKey, at]);
  }

  sessionsAt(context: Context, address: string, heardSince: Instant): Promise<SessionAt[]> {
    return this.database.query(context, sessionsAt, [context.organizationId, address, heardSince]);
  }

  ofSession(
    context: Context,
    portalId: string,
    { mac, usernameKey }: SessionAt,
    at: Instant,
  ): Promise<Registration | undefined> {
    return this.database.one(context, ofSession, [context.organizationId, portalId, mac, at, usernameKey]);
  }

  /** Whether gateways tell of any device's IPv6 addresses. */
  async isIpv6Told(context: Context, heardSince: Instant): Promise<boolean> {
    const row = await this.database.one<{ isTold: boolean }>(context, isIpv6Told, [context.organizationId, heardSince]);
    return row?.isTold ?? false;
  }

  async insert(inside: Context, guest: NewRegistration, at: Instant): Promise<Registration> {
    const { tier = null, price = null, currency = null, pay = null } = guest.paid ?? {};
    const [registration] = await this.database.query<Registration>(inside, insert, [
      inside.organizationId,
      guest.id,
      guest.portalId,
      guest.method,
      guest.username,
      guest.usernameKey,
      guest.userId,
      guest.voucherId ?? null,
      guest.firstName ?? null,
      guest.lastName ?? null,
      guest.email ?? null,
      guest.phone ?? null,
      guest.mac,
      guest.ssid ?? null,
      guest.accessPoint ?? null,
      guest.language,
      guest.termsVersion,
      guest.approvedBy ?? null,
      guest.madeAccount ?? false,
      at,
      guest.until,
      guest.company ?? null,
      guest.isConfirmed ?? false,
      tier,
      price,
      currency,
      pay,
    ]);
    const names = [guest.firstName, guest.lastName].filter(Boolean).join(' ');
    await this.database.query(inside, insertReported, [
      inside.organizationId,
      at,
      guest.id,
      guest.portalId,
      guest.method,
      guest.username,
      guest.userId,
      names || null,
      guest.email ?? null,
      guest.phone ?? null,
      guest.company ?? null,
      guest.mac,
      guest.ssid ?? null,
      guest.accessPoint ?? null,
      guest.until,
      tier,
      price,
      currency,
      pay,
    ]);
    return registration;
  }

  async prolong(inside: Context, id: string, until: Instant | null, at: Instant): Promise<void> {
    await this.database.query(inside, prolong, [inside.organizationId, id, until, at]);
  }

  /** Undefined: it was ended, and stays so. */
  async confirm(
    inside: Context,
    id: string,
    { until, approvedBy, isConfirmed }: Confirmation,
    at: Instant,
  ): Promise<Registration | undefined> {
    const values = [inside.organizationId, id, until, at, approvedBy ?? null, isConfirmed ?? false];
    const confirmed = await this.database.one<Registration>(inside, confirm, values);
    if (confirmed)
      await this.database.query(inside, prolongReported, [inside.organizationId, id, until, confirmed.since]);
    return confirmed;
  }

  async agree(inside: Context, registrationId: string, given: readonly Consent[], at: Instant): Promise<void> {
    if (given.length === 0) return;
    const rows = given.map(({ kind, textHash, version, language }) => ({
      kind,
      text_hash: textHash,
      version,
      language,
    }));
    await this.database.query(inside, consents, [inside.organizationId, registrationId, JSON.stringify(rows), at]);
  }

  async portalName(inside: Context, id: string): Promise<string | null> {
    return (await this.database.one<{ name: string }>(inside, portalName, [inside.organizationId, id]))?.name ?? null;
  }
}
