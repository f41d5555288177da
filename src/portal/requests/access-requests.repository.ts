import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Clock, type Instant, laterBy, secondsBetween } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type AccessRequest, mostTries } from './access-request.js';
import type { NewPortalMessage } from './portal-message.js';

const columns = `r.id, r.captive_portal_id as "captivePortalId", r.method, r.status, r.first_name as "firstName",
  r.last_name as "lastName", r.email, r.phone, r.company, r.host, r.mac, r.ssid, r.access_point as "accessPoint",
  r.language, r.consents, r.secret, r.tries, r.registration_id as "registrationId", r.user_id as "userId",
  r.payment_id as "paymentId", r.ends_at as "endsAt"`;

/** Serializes the requests of a portal, so that the limits count exactly what is sent. */
const hold = statement('portal_requests_hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0)) as held');

const insert = statement(
  'portal_requests_insert',
  `
  insert into portal_requests (organization_id, id, captive_portal_id, method, status, first_name, last_name, email,
    phone, company, host, mac, ssid, access_point, language, consents, secret, registration_id, user_id, created_at,
    ends_at, payment_id)
  values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
);

/** $2 portal, $3 device, $4 method, $5 recipient, $6 since. */
const before = statement(
  'portal_requests_before',
  `
  select ${columns} from portal_requests r
  where r.organization_id = $1 and r.captive_portal_id = $2 and r.mac = $3 and r.method = $4
    and coalesce(r.host, r.email, r.phone) = $5 and r.created_at > $6
  order by r.created_at desc limit 1`,
);

const find = statement(
  'portal_requests_find',
  `select ${columns} from portal_requests r where r.organization_id = $1 and r.captive_portal_id = $2 and r.id = $3`,
);

const lock = statement(
  'portal_requests_lock',
  `
  select ${columns} from portal_requests r where r.organization_id = $1 and r.captive_portal_id = $2 and r.id = $3
  for update`,
);

const bySecret = (suffix: string) =>
  `select ${columns} from portal_requests r
    where r.organization_id = $1 and r.captive_portal_id = $2 and r.secret = $3 limit 1 ${suffix}`;
const findBySecret = statement('portal_requests_by_secret', bySecret(''));
const lockBySecret = statement('portal_requests_lock_by_secret', bySecret('for update'));

/** Undefined: no attempts left. */
const countTry = statement(
  'portal_requests_try',
  `
  update portal_requests r set tries = tries + 1 where r.organization_id = $1 and r.id = $2 and r.tries < ${mostTries}
  returning r.tries`,
);

const decide = statement(
  'portal_requests_decide',
  `
  update portal_requests set status = $3, registration_id = $4, user_id = $5, decided_at = $6
  where organization_id = $1 and id = $2`,
);

/**
 * $2 portal, $3 method, $4 device, $5 since a day ago, $6 since an hour ago. What RADIUS or a controller says of a
 * device cannot be forged by a redirect, which is all that asking takes.
 */
const minutesOf = statement(
  'portal_requests_minutes_of',
  `
  select (select count(*)::int from portal_requests r
      join registrations g on g.organization_id = $1 and g.id = r.registration_id
      where r.organization_id = $1 and r.captive_portal_id = $2 and r.mac = $4 and r.method = $3 and r.created_at > $5
        and (g.admitted_at is not null
          or exists (select from authentication_log l where l.organization_id = $1 and l.username_key = g.username_key
            and l.mac = $4 and l.outcome = 'accepted' and l.at > $5)
          or exists (select from accounting_sessions s where s.organization_id = $1 and s.username_key = g.username_key
            and s.mac = $4 and s.started_at > $5))) as "ofDevice",
    (select count(*)::int from portal_requests r where r.organization_id = $1 and r.captive_portal_id = $2
      and r.method = $3 and r.created_at > $6) as "ofPortal"`,
);

const newSecret = statement(
  'portal_requests_new_secret',
  'update portal_requests set secret = $3, tries = 0, ends_at = $4 where organization_id = $1 and id = $2',
);

const insertMessage = statement(
  'portal_messages_insert',
  `
  insert into portal_messages (organization_id, id, captive_portal_id, request_id, via, address, device, content_sealed,
    status, due_at, ends_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $10, $9, $10)`,
);

/** Messages of the last hour by one channel: per address, device, portal. $4 since, $5 address, $6 device. */
const counts = statement(
  'portal_messages_counts',
  `
  select count(*) filter (where m.address = $5)::int as address, count(*) filter (where m.device = $6)::int as device,
    count(*)::int as portal, min(m.created_at) filter (where m.address = $5) as "addressSince",
    min(m.created_at) filter (where m.device = $6) as "deviceSince", min(m.created_at) as "portalSince"
  from portal_messages m
  where m.organization_id = $1 and m.captive_portal_id = $2 and m.via = $3 and m.created_at > $4`,
);

const limits = {
  // Toll fraud pumps messages to expensive numbers, so the hour is limited.
  sms: { address: 3, device: 5, portal: 20 },
  // A conference arrives at once, each guest with a device and an address.
  email: { address: 5, device: 5, portal: 1000 },
} as const;
const windowSeconds = 3600;

interface Counts {
  readonly address: number;
  readonly device: number;
  readonly portal: number;
  readonly addressSince: Instant | null;
  readonly deviceSince: Instant | null;
  readonly portalSince: Instant | null;
}

@Injectable()
export class AccessRequestsRepository {
  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
  ) {}

  async hold(inside: Context, portalId: string): Promise<void> {
    await this.database.query(inside, hold, [`requests ${inside.organizationId} ${portalId}`]);
  }

  async insert(inside: Context, request: Omit<AccessRequest, 'status' | 'tries'>): Promise<void> {
    await this.database.query(inside, insert, [
      inside.organizationId,
      request.id,
      request.captivePortalId,
      request.method,
      request.firstName,
      request.lastName,
      request.email,
      request.phone,
      request.company,
      request.host,
      request.mac,
      request.ssid,
      request.accessPoint,
      request.language,
      JSON.stringify(request.consents),
      request.secret,
      request.registrationId,
      request.userId,
      this.clock.instant(),
      request.endsAt,
      request.paymentId,
    ]);
  }

  /** The last request of this device to the same person. */
  before(
    inside: Context,
    {
      captivePortalId,
      mac,
      method,
      host,
      email,
      phone,
    }: Pick<AccessRequest, 'captivePortalId' | 'mac' | 'method'> & Pick<AccessRequest, 'host' | 'email' | 'phone'>,
    since: Instant,
  ): Promise<AccessRequest | undefined> {
    if (mac === null) return Promise.resolve(undefined);
    const values = [inside.organizationId, captivePortalId, mac, method, host ?? email ?? phone, since];
    return this.database.one(inside, before, values);
  }

  find(context: Context, portalId: string, id: string): Promise<AccessRequest | undefined> {
    return this.database.one(context, find, [context.organizationId, portalId, id]);
  }

  lock(inside: Context, portalId: string, id: string): Promise<AccessRequest | undefined> {
    return this.database.one(inside, lock, [inside.organizationId, portalId, id]);
  }

  findBySecret(context: Context, portalId: string, secret: string): Promise<AccessRequest | undefined> {
    return this.database.one(context, findBySecret, [context.organizationId, portalId, secret]);
  }

  lockBySecret(inside: Context, portalId: string, secret: string): Promise<AccessRequest | undefined> {
    return this.database.one(inside, lockBySecret, [inside.organizationId, portalId, secret]);
  }

  /** False: no attempts left. */
  async countTry(inside: Context, id: string): Promise<boolean> {
    return (await this.database.one(inside, countTry, [inside.organizationId, id])) !== undefined;
  }

  async decide(
    inside: Context,
    id: string,
    status: AccessRequest['status'],
    { registrationId, userId }: Pick<AccessRequest, 'registrationId' | 'userId'>,
  ): Promise<void> {
    const values = [inside.organizationId, id, status, registrationId, userId, this.clock.instant()];
    await this.database.query(inside, decide, values);
  }

  /** How often the device was let in by such a request within a day, and how often all asked within an hour. */
  async minutesOf(
    inside: Context,
    { captivePortalId, method, mac }: Pick<AccessRequest, 'captivePortalId' | 'method' | 'mac'>,
  ): Promise<{ readonly ofDevice: number; readonly ofPortal: number }> {
    const now = this.clock.instant();
    const values = [inside.organizationId, captivePortalId, method, mac, laterBy(now, -86_400), laterBy(now, -3600)];
    const found = await this.database.one<{ ofDevice: number; ofPortal: number }>(inside, minutesOf, values);
    return found ?? { ofDevice: 0, ofPortal: 0 };
  }

  async renew(inside: Context, id: string, secret: string, endsAt: Instant): Promise<void> {
    await this.database.query(inside, newSecret, [inside.organizationId, id, secret, endsAt]);
  }

  async send(
    inside: Context,
    { id, portalId, requestId, via, address, device, sealed, endsAt }: NewPortalMessage,
  ): Promise<void> {
    await this.database.query(inside, insertMessage, [
      inside.organizationId,
      id,
      portalId,
      requestId,
      via,
      address,
      device,
      sealed,
      endsAt,
      this.clock.instant(),
    ]);
    this.database.afterCommit(inside, () => this.wakeUps.publishMessages(inside.organizationId, 'portal_messages'));
  }

  /** Seconds until another message may be requested; undefined: now. */
  async wait(
    inside: Context,
    { portalId, via, address, device }: Pick<NewPortalMessage, 'portalId' | 'via' | 'address' | 'device'>,
  ): Promise<number | undefined> {
    const now = this.clock.instant();
    const since = laterBy(now, -windowSeconds);
    const values = [inside.organizationId, portalId, via, since, address, device];
    const found = await this.database.one<Counts>(inside, counts, values);
    if (!found) return undefined;
    const limit = limits[via];
    const full = [
      found.address >= limit.address && found.addressSince,
      found.device >= limit.device && found.deviceSince,
      found.portal >= limit.portal && found.portalSince,
    ].filter((each): each is Instant => typeof each === 'string');
    const waits = full.map((first) => Math.ceil(secondsBetween(now, laterBy(first, windowSeconds))));
    return waits.length === 0 ? undefined : Math.max(60, ...waits);
  }
}
