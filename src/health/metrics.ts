import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { MessageMetrics } from '../console/alerts/send/message-metrics.js';
import { HookMetrics } from '../provisioning/inbox/hook-metrics.js';
import { CredentialDeliveryMetrics } from '../provisioning/deliver/send/delivery-metrics.js';
import { DeliveryMetrics } from '../console/webhooks/send/delivery-metrics.js';
import { Clock } from '../kernel/clock.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import { DatabaseUnavailable } from '../kernel/database-unavailable.js';
import { Log } from '../kernel/log.js';
import { poolOf } from '../database/data-source.js';
import { Database, statement } from '../database/database.js';
import { DatabaseState } from '../database/database-state.js';
import { type Standby, standbyOutcomes } from '../database/standby.js';
import { Backgrounds } from './backgrounds.js';

const engineState = statement(
  'metrics_engine_state',
  `
  select (select count(*) from identities where due_at <= $1::timestamptz) as due,
         (select coalesce(extract(epoch from $1::timestamptz - min(due_at)), 0) from identities
         where due_at <= $1::timestamptz) as oldest_due_seconds,
         (select count(*) from inbox_events where status = 'received') as inbox_waiting,
         (select count(*) from inbox_events where status = 'dead') as inbox_dead,
         (select count(*) from runs where status = 'held') as runs_held,
         (select count(*) from operations where state in ('inflight', 'unknown')) as operations_unsettled,
         (select count(*) from connections where status = 'quarantined') as connections_quarantined,
         (select count(*) from webhook_deliveries where status = 'pending') as deliveries_waiting,
         (select count(*) from webhooks where failing_since_at is not null and not disabled) as webhooks_failing,
         (select count(*) from alerts where resolved_at is null and acknowledged_at is null) as alerts_open,
         (select count(*) from credential_deliveries where status = 'pending' and waiting_since_at is not null)
         as credentials_waiting,
         (select count(*) from alert_messages where status = 'pending') as messages_waiting,
         (select count(*) from accounting_packets) as accounting_waiting,
         (select coalesce(extract(epoch from $1::timestamptz - min(received_at)), 0) from accounting_packets)
         as oldest_accounting_seconds`,
);

const gauges = {
  due: ['usher_identities_due', 'Accounts that wait to be brought up to date'],
  oldest_due_seconds: ['usher_oldest_due_seconds', 'Age of the longest wait among them'],
  inbox_waiting: ['usher_inbox_waiting', 'Received events not yet absorbed'],
  inbox_dead: ['usher_inbox_dead', 'Events that could not be understood and wait for an operator'],
  runs_held: ['usher_runs_held', 'Full scans whose removals wait for approval'],
  operations_unsettled: ['usher_operations_unsettled', 'Calls to remote consoles without a known outcome'],
  deliveries_waiting: ['usher_webhook_deliveries_waiting', 'Events that wait to be delivered to an endpoint'],
  webhooks_failing: ['usher_webhooks_failing', 'Endpoints that accept nothing at present'],
  alerts_open: ['usher_alerts_open', 'States that need a person, and nobody takes care of yet'],
  credentials_waiting: [
    'usher_credential_deliveries_waiting',
    'Credentials that wait because no way is set up by which they could go',
  ],
  messages_waiting: ['usher_alert_messages_waiting', 'Messages that wait to be sent to alert contacts'],
  accounting_waiting: ['usher_accounting_packets_waiting', 'Packets of access points not yet written as sessions'],
  oldest_accounting_seconds: ['usher_oldest_accounting_seconds', 'Age of the longest wait among them'],
  connections_quarantined: [
    'usher_connections_quarantined',
    'Connections stopped because of their credentials or too many failures',
  ],
} as const;

type EngineState = Record<keyof typeof gauges, number | string>;

/** Prometheus text. Figures of the engine cover the whole database and are read on request. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly engine = new Registry();
  readonly requests = new Histogram({
    name: 'usher_http_request_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [],
  });

  private readonly state = new Map<keyof typeof gauges, Gauge>();
  private look?: { readonly done: Promise<boolean>; readonly until: number };

  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly databaseState: DatabaseState,
    private readonly backgrounds: Backgrounds,
    private readonly clock: Clock,
    private readonly log: Log,
    deliveries: DeliveryMetrics,
    messages: MessageMetrics,
    credentials: CredentialDeliveryMetrics,
    hooks: HookMetrics,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.registry.registerMetric(this.requests);
    this.registry.registerMetric(deliveries.attempts);
    this.registry.registerMetric(messages.attempts);
    this.registry.registerMetric(credentials.attempts);
    this.registry.registerMetric(hooks.notTaken);
    for (const [key, [name, help]] of Object.entries(gauges))
      this.state.set(key as keyof typeof gauges, new Gauge({ name, help, registers: [this.engine] }));
    this.ownState();
  }

  async text(): Promise<string> {
    const now = this.clock.milliseconds();
    // Counting reads whole tables, so it happens at most once a second, however many ask.
    if (!this.look || this.look.until <= now) this.look = { done: this.lookAround(), until: now + 1000 };
    // While the database is away its figures are left out. Those of this process are then needed most.
    const engine = (await this.look.done) ? await this.engine.metrics() : '';
    return `${await this.registry.metrics()}\n${engine}`;
  }

  /** False if the database cannot answer. */
  private async lookAround(): Promise<boolean> {
    try {
      const state = await this.database.one<EngineState>(systemContext(everyOrganization, 'metrics'), engineState, [
        this.clock.instant(),
      ]);
      for (const [key, gauge] of this.state) gauge.set(Number(state?.[key] ?? 0));
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return false;
      throw error;
    }
  }

  /** Figures of this process, read on request. */
  private ownState(): void {
    const { dataSource, databaseState, backgrounds, log } = this;
    const registers: Registry[] = [];
    this.registry.registerMetric(
      new Gauge({
        name: 'usher_database_unavailable',
        help: '1 while the database refuses what it is asked, by reason',
        labelNames: ['reason'],
        registers,
        collect() {
          this.reset();
          if (databaseState.current) this.set({ reason: databaseState.current.refusal }, 1);
        },
      }),
    );
    this.registry.registerMetric(
      new Gauge({
        name: 'usher_database_connections',
        help: 'Connections of this process to the database, busy or idle, and what waits for one',
        labelNames: ['state'],
        registers,
        collect() {
          const { totalCount, idleCount, waitingCount } = poolOf(dataSource);
          this.set({ state: 'busy' }, totalCount - idleCount);
          this.set({ state: 'idle' }, idleCount);
          this.set({ state: 'waiting' }, waitingCount);
        },
      }),
    );
    this.registry.registerMetric(
      new Gauge({
        name: 'usher_work_failing',
        help: '1 for a background work that has failed several times in a row',
        labelNames: ['work'],
        registers,
        collect() {
          this.reset();
          for (const { work } of backgrounds.troubles()) this.set({ work }, 1);
        },
      }),
    );
    const { standby } = this.database;
    if (standby) this.registry.registerMetric(standbyReads(standby));
    let counted = 0;
    this.registry.registerMetric(
      new Counter({
        name: 'usher_log_lines_dropped_total',
        help: 'Lines of the log that could not be written',
        registers,
        collect() {
          this.inc(log.droppedLines - counted);
          counted = log.droppedLines;
        },
      }),
    );
  }
}

function standbyReads({ counts }: Standby): Counter {
  const told = { answered: 0, lagging: 0, away: 0, cancelled: 0 };
  return new Counter({
    name: 'usher_standby_reads_total',
    help: 'Reads that a standby may answer, by outcome; all but answered went to the primary',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      for (const outcome of standbyOutcomes) {
        this.inc({ outcome }, counts[outcome] - told[outcome]);
        told[outcome] = counts[outcome];
      }
    },
  });
}

/** Times requests by route pattern: an id in a label would create a time series each. */
export function watchRequests(app: NestFastifyApplication): void {
  const { requests } = app.get(Metrics);
  (app.getHttpAdapter().getInstance() as unknown as FastifyInstance).addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.call.route ?? 'unknown', status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}
