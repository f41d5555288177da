import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Gateway } from '../../../console/gateways/gateway.js';
import type { OpenedController } from '../../../console/gateways/gateways.service.js';
import { type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { RedirectValues } from '../makers/maker.js';

/** A device that a controller is asked to let in, and its open session. */
export interface Admitted {
  readonly sessionId: string;
  readonly startedAt: Instant;
  readonly gatewayId: string;
  readonly registrationId: string;
  /** 12 lower-case digits. */
  readonly mac: string;
  readonly arrival: RedirectValues;
  readonly untilAt: Instant;
  readonly askedAt: Instant | null;
  readonly admittedAt: Instant | null;
}

const columns = `c.session_id as "sessionId", c.started_at as "startedAt", c.gateway_id as "gatewayId",
  c.registration_id as "registrationId", c.mac, c.arrival, c.until_at as "untilAt", c.asked_at as "askedAt",
  c.admitted_at as "admittedAt"`;
const open = `join accounting_sessions s on s.organization_id = c.organization_id and s.id = c.session_id
    and s.started_at = c.started_at and s.stopped_at is null`;

/** Whoever presses twice waits here. */
const hold = statement('controller_sessions_hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0)) as held');

/** Keeps the gateway from being deleted or changed until the transaction ends. $3: its revision. */
const keepGateway = statement(
  'controller_sessions_keep_gateway',
  `
  select true as kept from gateways where organization_id = $1 and id = $2 and revision = $3 for key share`,
);

const ofRegistration = statement(
  'controller_sessions_of_registration',
  `
  select ${columns} from controller_sessions c ${open}
  where c.organization_id = $1 and c.registration_id = $2 and c.retired is null order by c.started_at desc limit 1`,
);

const find = statement(
  'controller_sessions_find',
  `select ${columns} from controller_sessions c ${open}
  where c.organization_id = $1 and c.session_id = $2 and c.retired is null`,
);

/** The device's other sessions at the same controller, newest first. $4: its gateway, unless that has another now. */
const others = statement(
  'controller_sessions_of_device',
  `
  select ${columns} from controller_sessions c ${open}
  where c.organization_id = $1 and c.mac = $2 and c.session_id <> $3 and c.retired is null
    and (c.gateway_id = $4::uuid
      or exists (select from gateways g where g.organization_id = $1 and g.id = c.gateway_id
        and g.controller - 'ca_certificate' = $5::jsonb - 'ca_certificate'))
  order by c.started_at desc`,
);

/**
 * Claims the session before the controller is asked, once at a time: whoever ends the session meanwhile looks again
 * after $4. Undefined: its ending has begun, or another process asks.
 */
const claim = statement(
  'controller_sessions_claim',
  `
  with waiting as (
    select e.session_id from session_endings e
    where e.organization_id = $1 and e.session_id = $2 and e.reason is null and e.confirmed_at is null for share)
  update controller_sessions c set asking_until_at = $4
  from waiting w
  where c.organization_id = $1 and c.session_id = w.session_id and c.retired is null
    and (c.asking_until_at is null or c.asking_until_at <= $3)
  returning c.session_id as "sessionId"`,
);
const release = statement(
  'controller_sessions_release',
  `
  update controller_sessions set asking_until_at = null
  where organization_id = $1 and session_id = $2 and asking_until_at = $3`,
);
/** Waits for a claim that is being made. */
const asking = statement(
  'controller_sessions_asking',
  `
  select asking_until_at > $3 as "isAsked" from controller_sessions
  where organization_id = $1 and session_id = $2 for update`,
);

/** Longer than the few requests that an admission takes. */
const claimSeconds = 45;

/**
 * $2 session, $3 now, $4 registration, $5 gateway, $6 device, $7 arrival, $8 until, $9 a random id. The class is as
 * radius.accept writes it; how it was proven is known to no policy.
 */
const insert = statement(
  'controller_sessions_insert',
  `
  with session as (
    insert into accounting_sessions as s (organization_id, started_at, id, unique_id, session_id, session_class,
      username, kind, user_id, mac, ssid, access_point, access_point_mac, network_id, updated_at)
    select r.organization_id, $3::timestamptz, $2::uuid, 'controller ' || $2::uuid, $2::uuid::text,
      concat_ws(':', case when r.user_id is null then 'voucher' else 'user' end, coalesce(r.user_id::text, ''),
        coalesce(r.user_id, r.voucher_id)::text, extract(epoch from $8::timestamptz)::bigint, '', '', $9::text, ''),
      r.username, case when r.user_id is null then 'voucher' else 'user' end, r.user_id, $6::text, r.ssid,
      coalesce(r.access_point, g.name), r.access_point, g.network_id, $3::timestamptz
    from registrations r, gateways g
    where r.organization_id = $1::uuid and r.id = $4::uuid and g.organization_id = $1::uuid and g.id = $5::uuid
    returning s.id, s.started_at),
  ending as (
    insert into session_endings (organization_id, session_id, started_at, due_at)
    select $1::uuid, id, started_at, $8::timestamptz from session
    returning session_id)
  insert into controller_sessions as c (organization_id, session_id, started_at, gateway_id, registration_id, mac,
    arrival, until_at)
  select $1::uuid, id, started_at, $5::uuid, $4::uuid, $6::text, $7::jsonb, $8::timestamptz from session
  returning ${columns}`,
);

/** The guest came again: until when may be another, and the controller is told again. */
const renew = statement(
  'controller_sessions_renew',
  `
  with ending as (
    insert into session_endings as e (organization_id, session_id, started_at, due_at)
    values ($1::uuid, $2::uuid, $3, $5::timestamptz)
    on conflict (organization_id, session_id) do update set due_at = least(e.due_at, excluded.due_at),
      due_again = true
      where e.confirmed_at is null)
  update controller_sessions c set until_at = $5::timestamptz, arrival = $4::jsonb, asked_at = null
  where c.organization_id = $1::uuid and c.session_id = $2::uuid returning ${columns}`,
);

/** $4: digest of the speed that the controller was told, by which a change of it is noticed. */
const asked = statement(
  'controller_sessions_asked',
  `
  with told as (update session_endings set reply_digest = $4 where organization_id = $1 and session_id = $2)
  update controller_sessions set asked_at = $3 where organization_id = $1 and session_id = $2`,
);

const prolonged = statement(
  'controller_sessions_prolonged',
  'update controller_sessions set until_at = $3 where organization_id = $1 and session_id = $2',
);

const admitted = statement(
  'controller_sessions_admitted',
  `
  update controller_sessions c set admitted_at = $3
  where c.organization_id = $1 and c.session_id = $2 and c.admitted_at is null
  returning (select jsonb_build_object('username', s.username, 'mac', s.mac, 'accessPoint', s.access_point,
      'accessPointMac', s.access_point_mac, 'authMethod', null, 'seen', s.seen,
      'device', (select jsonb_build_object('type', d.type, 'os', d.os) from devices d
        where d.organization_id = $1 and d.mac = s.mac))
    from accounting_sessions s where s.organization_id = $1 and s.started_at = c.started_at and s.id = c.session_id)
    as facts`,
);

const drop = statement(
  'controller_sessions_drop',
  `
  with session as (delete from accounting_sessions where organization_id = $1 and started_at = $3 and id = $2),
  ending as (delete from session_endings where organization_id = $1 and session_id = $2)
  delete from controller_sessions where organization_id = $1 and session_id = $2 and admitted_at is null`,
);

/** What events tell of a session. */
export interface SessionFacts {
  readonly username: string | null;
  readonly mac: string | null;
  readonly accessPoint: string | null;
  readonly accessPointMac: string | null;
  readonly authMethod: string | null;
  readonly seen: object | null;
  readonly device: { readonly type: string | null; readonly os: string | null } | null;
}

@Injectable()
export class ControllerSessionsRepository {
  constructor(private readonly database: Database) {}

  async hold(inside: Context, gatewayId: string, mac: string): Promise<void> {
    await this.database.query(inside, hold, [`controller session ${inside.organizationId} ${gatewayId} ${mac}`]);
  }

  ofRegistration(context: Context, registrationId: string): Promise<Admitted | undefined> {
    return this.database.one(context, ofRegistration, [context.organizationId, registrationId]);
  }

  async keepsGateway(inside: Context, { id, revision }: Pick<Gateway, 'id' | 'revision'>): Promise<boolean> {
    return (await this.database.one(inside, keepGateway, [inside.organizationId, id, revision])) !== undefined;
  }

  others(
    context: Context,
    { gateway: { id, controller }, isRetired }: OpenedController,
    mac: string,
    sessionId: string,
  ): Promise<Admitted[]> {
    const values = [context.organizationId, mac, sessionId, isRetired ? null : id, JSON.stringify(controller)];
    return this.database.query(context, others, values);
  }

  /** Undefined: not now. */
  async claim(context: Context, sessionId: string, at: Instant): Promise<Instant | undefined> {
    const untilAt = laterBy(at, claimSeconds);
    const values = [context.organizationId, sessionId, at, untilAt];
    return (await this.database.one(context, claim, values)) && untilAt;
  }

  async release(context: Context, sessionId: string, claimedUntilAt: Instant): Promise<void> {
    await this.database.query(context, release, [context.organizationId, sessionId, claimedUntilAt]);
  }

  async isAsked(context: Context, sessionId: string, at: Instant): Promise<boolean> {
    const values = [context.organizationId, sessionId, at];
    return (await this.database.one<{ isAsked: boolean | null }>(context, asking, values))?.isAsked === true;
  }

  async insert(
    inside: Context,
    session: Pick<Admitted, 'sessionId' | 'startedAt' | 'gatewayId' | 'registrationId' | 'mac' | 'arrival' | 'untilAt'>,
    random: string,
  ): Promise<Admitted | undefined> {
    const { sessionId, startedAt, registrationId, gatewayId, mac, arrival, untilAt } = session;
    const said = JSON.stringify(arrival);
    const values = [inside.organizationId, sessionId, startedAt, registrationId, gatewayId, mac, said, untilAt, random];
    return this.database.one(inside, insert, values);
  }

  renew(
    inside: Context,
    { sessionId, startedAt }: Admitted,
    arrival: RedirectValues,
    untilAt: Instant,
  ): Promise<Admitted | undefined> {
    const values = [inside.organizationId, sessionId, startedAt, JSON.stringify(arrival), untilAt];
    return this.database.one(inside, renew, values);
  }

  async asked(context: Context, sessionId: string, at: Instant, digest: string): Promise<void> {
    await this.database.query(context, asked, [context.organizationId, sessionId, at, digest]);
  }

  find(context: Context, sessionId: string): Promise<Admitted | undefined> {
    return this.database.one(context, find, [context.organizationId, sessionId]);
  }

  /** The controller closes later than it was told before. */
  async prolonged(context: Context, sessionId: string, untilAt: Instant): Promise<void> {
    await this.database.query(context, prolonged, [context.organizationId, sessionId, untilAt]);
  }

  /** What to tell of it; undefined: that was told. */
  async admitted(inside: Context, sessionId: string, at: Instant): Promise<SessionFacts | undefined> {
    const values = [inside.organizationId, sessionId, at];
    return (await this.database.one<{ facts: SessionFacts }>(inside, admitted, values))?.facts;
  }

  /** The controller never let it in. */
  async drop(context: Context, { sessionId, startedAt }: Admitted): Promise<void> {
    await this.database.query(context, drop, [context.organizationId, sessionId, startedAt]);
  }
}
