import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { type Instant, laterBy } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import type { MessageWay } from '../../alert-contacts/ways.js';
import { alertColumns } from '../alert/alert.js';
import type { MessageContent, MessageKind } from '../message/alert-message.js';
import type { EndedAlert, NotifiedContacts, WaitingAlert } from './alert-notice.js';

const waitingOrganizations = replanned(
  'alerts_waiting_organizations',
  `
  select distinct id from (
    (select distinct organization_id as id from alerts where dispatched_at is null and raised_at <= $1 limit 1000)
    union all
    (select distinct organization_id from alerts where resolved_at <= $1 and end_dispatched_at is null
    and notified_contact_ids <> '{}' limit 1000)) as waiting`,
);

// A certificate that has expired is no good news, and an emergency is none while it is told: no recoveries of these.
const endDue = replanned(
  'alerts_end_due',
  `
  update alerts set resolved_at = ends_at, end_dispatched_at = case
    when event in ('certificate.expiring', 'operator.emergency_sign_in') then ends_at end
    where resolved_at is null and ends_at <= $1`,
);

/** Snoozes that are over: open again, and told anew. */
const wakeDue = replanned(
  'alerts_wake_due',
  `
  update alerts set acknowledged_at = null, acknowledged_by = null, acknowledged_until = null, comment = null,
    dispatched_at = null
  where resolved_at is null and acknowledged_until <= $1`,
);

const begin = statement(
  'alert_rounds_begin',
  `
  insert into alert_rounds (organization_id, digest_since_at) values ($1, $2) on conflict do nothing`,
);

const lock = statement(
  'alert_rounds_lock',
  `
  select r.notified_at as "notifiedAt", r.digest_since_at as "digestSinceAt", r.digest_at as "digestAt",
    o.name, o.time_zone as "timeZone"
  from alert_rounds r join organizations o on o.id = r.organization_id where r.organization_id = $1
    for update of r skip locked`,
);

const waiting = replanned(
  'alerts_waiting',
  `
  select ${alertColumns}, exists (
    select 1 from alerts t where t.organization_id = a.organization_id and t.event = a.event
      and t.subject_id = a.subject_id and t.notified_at > $2) as "wasNotifiedLately"
  from alerts a where a.organization_id = $1 and a.dispatched_at is null order by a.raised_at, a.id limit 5000`,
);

const dispatched = replanned(
  'alerts_dispatched',
  `
  update alerts a set dispatched_at = $3, notified_at = case when t.contacts is not null then $3::timestamptz end,
    in_digest = a.id = any ($5::uuid[]), notified_contact_ids = a.notified_contact_ids || coalesce(t.contacts, '{}')
  from unnest($2::uuid[]) as n (id) left join jsonb_to_recordset($4::jsonb) as t (id uuid, contacts uuid[])
    on t.id = n.id
  where a.organization_id = $1 and a.id = n.id`,
);

// A disabled webhook no longer fails, but it has not recovered either.
const ended = replanned(
  'alerts_ended',
  `
  select ${alertColumns}, a.notified_contact_ids as "notifiedContactIds", (
    select s.id from alerts s where s.organization_id = a.organization_id and s.subject_id = a.subject_id
      and s.resolved_at is null
      and (s.event = a.event or (a.event = 'webhook.failing' and s.event = 'webhook.disabled')) limit 1) as "standsAs"
  from alerts a where a.organization_id = $1 and a.resolved_at is not null and a.end_dispatched_at is null
    and a.notified_contact_ids <> '{}' order by a.resolved_at, a.id limit 5000`,
);

/** Whoever heard of the beginning also hears of the end. */
const goOn = replanned(
  'alerts_go_on',
  `
  update alerts a set notified_contact_ids = a.notified_contact_ids || e.notified_contact_ids
  from alerts e, unnest($2::uuid[], $3::uuid[]) as n (ended, going)
  where a.organization_id = $1 and a.id = n.going and e.organization_id = $1 and e.id = n.ended`,
);

const endsDispatched = replanned(
  'alerts_ends_dispatched',
  `
  update alerts set end_dispatched_at = $3, end_notified_at = case when id = any ($4::uuid[]) then $3::timestamptz end,
    in_digest = in_digest or id = any ($5::uuid[])
  where organization_id = $1 and id = any ($2::uuid[])`,
);

const sentLately = statement(
  'alert_messages_sent_lately',
  `
  select contact_id as "contactId", count(*)::int as count from alert_messages
  where organization_id = $1 and created_at > $2 and kind = 'alerts' group by contact_id, way`,
);

const insert = replanned(
  'alert_messages_insert',
  `
  insert into alert_messages (organization_id, id, contact_id, way, kind, content, status, due_at, created_at)
  select $1, n.id, n.contact_id, n.way, n.kind, n.content, 'pending', $3, $3
  from jsonb_to_recordset($2::jsonb) as n (id uuid, contact_id uuid, way text, kind text, content jsonb)
  where exists (select 1 from alert_contacts c where c.organization_id = $1 and c.id = n.contact_id for key share)
  returning 1`,
);

const roundNotified = statement(
  'alert_rounds_notified',
  `
  update alert_rounds set notified_at = case when $3::boolean then $2::timestamptz else notified_at end,
    digest_at = coalesce(digest_at, $4) where organization_id = $1`,
);

export interface Round {
  readonly notifiedAt: Instant | null;
  readonly digestSinceAt: Instant;
  readonly digestAt: Instant | null;
  /** The organization's zone. */
  readonly name: string;
  readonly timeZone: string;
}

export interface NewMessage {
  readonly id: string;
  readonly contactId: string;
  readonly way: MessageWay;
  readonly kind: MessageKind;
  readonly content: MessageContent;
}

const everywhere = systemContext(everyOrganization, 'alerts');

@Injectable()
export class AlertNoticeRepository {
  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
  ) {}

  /**
   * Organizations with undecided alerts from before `before`: states that began, or ends that somebody has to hear of.
   */
  async organizations(before: Instant): Promise<string[]> {
    return (await this.database.query<{ id: string }>(everywhere, waitingOrganizations, [before])).map(({ id }) => id);
  }

  /** Ends states whose end was known in advance. */
  async endDue(now: Instant): Promise<void> {
    await this.database.query(everywhere, endDue, [now]);
  }

  /** Opens those again that were acknowledged until a time that has come. */
  async wakeDue(now: Instant): Promise<void> {
    await this.database.query(everywhere, wakeDue, [now]);
  }

  /** Undefined while another process sends this organization's alerts. */
  async lock(inside: Context, now: Instant): Promise<Round | undefined> {
    await this.database.query(inside, begin, [inside.organizationId, laterBy(now, -86_400)]);
    return this.database.one<Round>(inside, lock, [inside.organizationId]);
  }

  waiting(inside: Context, notifiedSince: Instant): Promise<WaitingAlert[]> {
    return this.database.query<WaitingAlert>(inside, waiting, [inside.organizationId, notifiedSince]);
  }

  async dispatched(
    inside: Context,
    ids: readonly string[],
    decided: { readonly notified: NotifiedContacts; readonly left: readonly string[] },
    now: Instant,
  ): Promise<void> {
    const notified = [...decided.notified].map(([id, contacts]) => ({ id, contacts }));
    await this.database.query(inside, dispatched, [
      inside.organizationId,
      ids,
      now,
      JSON.stringify(notified),
      decided.left,
    ]);
  }

  /** Ended alerts that contacts know of and whose end has not been decided about yet. */
  ended(inside: Context): Promise<EndedAlert[]> {
    return this.database.query<EndedAlert>(inside, ended, [inside.organizationId]);
  }

  /**
   * `notified`: in a message. `left`: some contact sees it only in the digest. A state that returns keeps the list of
   * those who will hear of its end.
   */
  async endsDispatched(
    inside: Context,
    alerts: readonly EndedAlert[],
    decided: { readonly notified: readonly string[]; readonly left: readonly string[] },
    now: Instant,
  ): Promise<void> {
    if (alerts.length === 0) return;
    const again = alerts.filter(({ standsAs }) => standsAs !== null);
    await this.database.query(inside, goOn, [
      inside.organizationId,
      again.map(({ id }) => id),
      again.map(({ standsAs }) => standsAs),
    ]);
    await this.database.query(inside, endsDispatched, [
      inside.organizationId,
      alerts.map(({ id }) => id),
      now,
      decided.notified,
      decided.left,
    ]);
  }

  /** Number of messages since then, by contact. */
  async sentLately(inside: Context, since: Instant): Promise<Map<string, number>> {
    const rows = await this.database.query<{ contactId: string; count: number }>(inside, sentLately, [
      inside.organizationId,
      since,
    ]);
    const counts = new Map<string, number>();
    for (const { contactId, count } of rows) counts.set(contactId, Math.max(count, counts.get(contactId) ?? 0));
    return counts;
  }

  /** Skips contacts that are gone. */
  async insert(inside: Context, messages: readonly NewMessage[], now: Instant): Promise<void> {
    if (messages.length === 0) return;
    const rows = messages.map(({ contactId, ...rest }) => ({ ...rest, contact_id: contactId }));
    await this.database.query(inside, insert, [inside.organizationId, JSON.stringify(rows), now]);
    this.database.afterCommit(inside, () => this.wakeUps.publishMessages(inside.organizationId, 'alert_messages'));
  }

  async notified(inside: Context, now: Instant, hasNotified: boolean, digestAt: Instant): Promise<void> {
    await this.database.query(inside, roundNotified, [inside.organizationId, now, hasNotified, digestAt]);
  }
}
