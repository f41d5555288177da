import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Settings } from '../../kernel/settings.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConnectorCatalogue } from '../connector/catalogue.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { KeptSubscription } from '../connector/subscriptions.js';
import { type Lease, Leases } from '../inbox/lease/leases.js';
import { ConnectorHost } from './connector-host.js';

const atOnce = 10;
const mostSeconds = 30;
/** After a failure. Polls do the work meanwhile. */
const retrySeconds = 300;

interface Due {
  readonly organizationId: string;
  readonly id: string;
}

interface Found {
  readonly subscription: Subscribed | null;
  /** To the microsecond. */
  readonly dueAt: string | null;
}

interface Subscribed {
  readonly kept: KeptSubscription['kept'] | null;
  /** The connection's revision at the last try. */
  readonly revision: number;
  /** Creates it anew, whatever changed. */
  readonly hasFailed?: boolean;
}

/** Each by an index of its own: joined by `or` they would read every connection. */
const dueBecause = [
  'subscription_due_at is null',
  'subscription_due_at <= $2::timestamptz',
  "(subscription ->> 'revision')::int is distinct from revision",
];

export const dueSubscriptions = statement(
  'subscriptions_due',
  `
  select organization_id as "organizationId", id from (${dueBecause.map(
    (isDue) => `
    select organization_id, id, subscription_due_at from connections
    where connector = any ($1::text[]) and enabled and closing is null and status in ('active', 'paused') and ${isDue}`,
  ).join(`
    union`)}) due
  order by subscription_due_at nulls first limit 100`,
);

const subscribed = statement(
  'subscriptions_of',
  `
  select subscription, subscription_due_at::text as "dueAt" from connections
  where id = $1 and (${dueBecause.join(' or ')})`,
);

/** Of connections that are being deleted. */
const ending = statement(
  'subscriptions_ending',
  `
  select organization_id as "organizationId", id from connections
  where closing is not null and subscription is not null order by subscription_due_at limit 100`,
);

const leftOver = statement(
  'subscriptions_left_over',
  'select subscription from connections where id = $1 and closing is not null and subscription is not null',
);

const ended = statement(
  'subscriptions_ended',
  'update connections set subscription = null where organization_id = $1 and id = $2',
);

/** If somebody hurried it meanwhile, it stays due. */
const keep = statement(
  'subscriptions_keep',
  `
  update connections set subscription = $3, subscription_due_at =
    case when subscription_due_at is not distinct from $5::timestamptz then $4::timestamptz else subscription_due_at end
  where organization_id = $1 and id = $2 returning id`,
);

/** A different instant each time, even within one millisecond; in UTC, where Citus lets a column be reckoned with. */
const hurry = statement(
  'subscriptions_hurry',
  `
  update connections set subscription_due_at =
    (least(subscription_due_at, $3::timestamptz) at time zone 'UTC' - interval '1 microsecond') at time zone 'UTC'
  where organization_id = $1 and id = $2`,
);

/** Renews subscriptions before they expire: one process at a time for each connection. */
@Injectable()
export class SubscriptionDuty {
  constructor(
    private readonly database: Database,
    private readonly catalogue: ConnectorCatalogue,
    private readonly connections: ConnectionRepository,
    private readonly host: ConnectorHost,
    private readonly leases: Leases,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async look(): Promise<void> {
    const connectors = this.catalogue.definitions.filter(({ subscribes }) => subscribes).map(({ key }) => key);
    if (connectors.length === 0) return;
    const everywhere = systemContext(everyOrganization, 'subscriptions');
    const found = await this.database.query<Due>(everywhere, dueSubscriptions, [connectors, this.clock.instant()]);
    await this.forEach(found, (context, { id }, lease) => this.lookAt(context, id, lease));
    const left = await this.database.query<Due>(everywhere, ending);
    await this.forEach(left, (context, { id }, lease) => this.end(context, id, lease));
  }

  /** A message said that it must be created or renewed now. */
  async hurry(context: Context, connectionId: string): Promise<void> {
    await this.database.query(context, hurry, [context.organizationId, connectionId, this.clock.instant()]);
  }

  /** A few at once, each by the process that holds its lease. */
  private async forEach(
    found: readonly Due[],
    work: (context: Context, each: Due, lease: Lease) => Promise<void>,
  ): Promise<void> {
    const leased = async (each: Due) => {
      const context = systemContext(each.organizationId, 'subscriptions');
      const lease = await this.leases.acquire(context, `subscription ${each.id}`);
      await (lease && work(context, each, lease).finally(() => lease.release()));
    };
    for (let from = 0; from < found.length; from += atOnce)
      await Promise.all(found.slice(from, from + atOnce).map(leased));
  }

  private async lookAt(context: Context, id: string, lease: Lease): Promise<void> {
    const connection = await this.connections.find(context, id);
    const [row] = await this.database.query<Found>(context, subscribed, [id, this.clock.instant()]);
    if (connection && row) await this.renew(context, connection, row, lease);
  }

  /** Ends it at the vendor if that works within some minutes; the connection waits no longer. */
  private async end(context: Context, id: string, lease: Lease): Promise<void> {
    const connection = await this.connections.find(context, id);
    const [row] = await this.database.query<Pick<Found, 'subscription'>>(context, leftOver, [id]);
    const kept = row?.subscription?.kept;
    if (!connection || !kept) return;
    const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(mostSeconds * 1000)]);
    try {
      const connector = this.host.trialOf(connection);
      await connector.subscriptions?.end(kept, signal).finally(() => connector.close?.());
      await this.database.query(context, ended, [context.organizationId, id]);
    } catch (error) {
      if (!(error instanceof ConnectorProblem) && !signal.aborted) throw error;
      this.log.warn(
        { connectionId: id, error: String(error) },
        'ending the subscription of a deleted connection failed',
      );
    }
  }

  private async renew(
    context: Context,
    connection: StoredConnection,
    { subscription: before, dueAt }: Found,
    lease: Lease,
  ): Promise<void> {
    const { id, revision } = connection;
    const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(mostSeconds * 1000)]);
    try {
      const { subscriptions } = this.host.connectorOf(connection);
      if (!subscriptions) return;
      const { kept, renewAt } = await subscriptions.keep(
        {
          kept: before?.kept ?? null,
          address: this.addressOf(id),
          isChanged: before?.revision !== revision || before.hasFailed === true,
        },
        signal,
      );
      const isThere = await this.note(context, id, { kept, revision }, dueAt, renewAt);
      if (!isThere) return await subscriptions.end(kept, signal);
      await this.connections.endProblem(context, id, 'subscription');
    } catch (error) {
      if (!(error instanceof ConnectorProblem) && !signal.aborted) throw error;
      const detail = error instanceof ConnectorProblem ? error.message : 'The outside system did not answer in time';
      const now = this.clock.instant();
      this.log.warn({ connectionId: id, detail }, 'subscribing to messages failed; polls go on');
      await this.connections.setProblem(
        context,
        id,
        { code: 'not_subscribed', detail, at: now, source: 'subscription' },
        revision,
      );
      const failed = { kept: before?.kept ?? null, revision, hasFailed: true };
      await this.note(context, id, failed, dueAt, later(laterBy(now, retrySeconds), error));
    }
  }

  /** False: the connection was deleted meanwhile. */
  private async note(
    context: Context,
    id: string,
    what: Subscribed,
    wasDueAt: string | null,
    dueAt: Instant,
  ): Promise<boolean> {
    const values = [context.organizationId, id, JSON.stringify(what), dueAt, wasDueAt];
    return (await this.database.query(context, keep, values)).length > 0;
  }

  /** @throws ConnectorProblem if no public address is set */
  private addressOf(id: string): string {
    const { baseUrl } = this.settings;
    if (baseUrl === null)
      throw new ConnectorProblem(
        'settings_invalid',
        'USHER_BASE_URL is not set, so no address can be given for messages',
      );
    return `${baseUrl.replace(/\/+$/, '')}/hooks/${id}`;
  }
}

function later(usual: Instant, error: unknown): Instant {
  const asked = error instanceof ConnectorProblem ? error.details.retryAt : undefined;
  return asked && asked > usual ? asked : usual;
}
