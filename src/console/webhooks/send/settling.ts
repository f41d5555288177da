import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Alarms } from '../../../kernel/alarms.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { jitter, RetryPolicy } from '../../../kernel/retry-policy.js';
import { untilDatabaseAnswers } from '../../../kernel/until-database-answers.js';
import type { DisabledReason, Endpoint } from '../webhook/webhook.js';
import type { Circuit } from './circuit.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { type Health, LaneRepository, type DeliverySettlement } from './lane.repository.js';
import type { OutgoingEvent, SendOutcomeOfEndpoint } from '../transport/transport.js';

const mostFailingMilliseconds = 5 * 86_400_000;
const longestAskedSeconds = 86_400;
/** As Standard Webhooks advises: ten attempts over a bit more than three days. A receiver may ask for more patience. */
const webhookRetry = new RetryPolicy({
  delays: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  attempts: 10,
  jitter: jitter.tenthLater,
  asked: { replaces: false, longestSeconds: longestAskedSeconds },
});
/** An endpoint that merely restarts needs no attention. */
const toldAfterMilliseconds = 600_000;

export interface SentEvent {
  readonly event: OutgoingEvent;
  readonly outcome: SendOutcomeOfEndpoint;
  /** It was sent to find out whether the endpoint is back. */
  readonly isProbe: boolean;
}

/** What attempts mean for their deliveries and for the endpoint. */
@Injectable()
export class Settling {
  constructor(
    private readonly rows: LaneRepository,
    private readonly alarms: Alarms,
    private readonly metrics: DeliveryMetrics,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly log: Log,
  ) {}

  /** Records a batch, until it is written or given up; returns the endpoint's health after it. */
  async settle(
    context: Context,
    endpoint: Endpoint,
    before: Health,
    circuit: Circuit,
    batch: readonly SentEvent[],
    givenUp: AbortSignal,
  ): Promise<Health> {
    for (const { outcome } of batch)
      this.metrics.attempted(endpoint.type, outcome.error === null, outcome.durationMilliseconds);
    const settlements = batch.map((each) => this.settlementOf(each));
    const isBack = this.judge(circuit, batch);
    const health = this.healthAfter(before, circuit, batch);
    const reason = disabledFor(health, batch, this.clock.milliseconds());
    const isUnchanged = (['failingSinceAt', 'failuresInRow', 'pausedUntilAt'] as const).every(
      (name) => health[name] === before[name],
    );
    if (isUnchanged && !isBack && !reason) {
      await untilDatabaseAnswers(this.clock, this.chance, givenUp, () => this.rows.settle(context, settlements));
      return health;
    }
    await untilDatabaseAnswers(this.clock, this.chance, givenUp, () =>
      this.database.transaction(context, async (inside) => {
        await this.rows.settle(inside, settlements);
        await this.rows.setHealth(inside, endpoint.id, health);
        if (isBack) await this.rows.hurry(inside, endpoint.id, this.clock.instant());
        if (health.failingSinceAt === null && before.failingSinceAt !== null)
          await this.alarms.end(inside, ['webhook.failing'], [endpoint.id]);
        if (circuit.isOpen && !reason) await this.tellFailing(inside, endpoint, health, batch);
        if (reason) await this.disable(inside, endpoint, reason);
      }),
    );
    return health;
  }

  /** True if the endpoint is back. Failed tests concern the operator and say nothing about the endpoint. */
  private judge(circuit: Circuit, batch: readonly SentEvent[]): boolean {
    let isBack = false;
    for (const { event, outcome, isProbe } of batch) {
      if (outcome.error === null) isBack = circuit.succeeded() || isBack;
      else if (!event.isTest) circuit.failed(isProbe);
    }
    return isBack && !circuit.isOpen;
  }

  private healthAfter(before: Health, circuit: Circuit, batch: readonly SentEvent[]): Health {
    const failed = batch.filter(({ event, outcome }) => outcome.error !== null && !event.isTest);
    const now = this.clock.instant();
    const hasSuccess = batch.some(({ outcome }) => outcome.error === null);
    const since = hasSuccess ? null : before.failingSinceAt;
    const asked = Math.max(0, ...failed.map(({ outcome }) => outcome.retryAfterSeconds ?? 0));
    const pauseSeconds = Math.max(circuit.pauseSeconds, Math.min(asked, longestAskedSeconds));
    if (failed.length === 0)
      return hasSuccess ? { failingSinceAt: null, failuresInRow: circuit.failuresInRow, pausedUntilAt: null } : before;
    return {
      failingSinceAt: since ?? (circuit.failuresInRow > 0 ? now : null),
      failuresInRow: circuit.failuresInRow,
      pausedUntilAt: pauseSeconds > 0 ? laterBy(now, pauseSeconds) : null,
    };
  }

  private settlementOf({ event, outcome }: SentEvent): DeliverySettlement {
    const { at, durationMilliseconds, status, error, response } = outcome;
    const attempt = { at, durationMilliseconds, status, error, response };
    const attempts = event.attempts + 1;
    if (error === null) return { id: event.deliveryId, status: 'delivered', attempts, dueAt: at, attempt };
    const delaySeconds =
      event.isTest || outcome.isGone
        ? undefined
        : webhookRetry.nextDelaySeconds(attempts, this.chance, outcome.retryAfterSeconds ?? undefined);
    if (delaySeconds === undefined) return { id: event.deliveryId, status: 'failed', attempts, dueAt: at, attempt };
    return {
      id: event.deliveryId,
      status: 'pending',
      attempts,
      dueAt: laterBy(this.clock.instant(), delaySeconds),
      attempt,
    };
  }

  private async disable(inside: Context, endpoint: Endpoint, reason: DisabledReason): Promise<void> {
    if (!(await this.rows.disable(inside, endpoint.id, reason, this.clock.instant()))) return;
    this.log.warn({ organizationId: inside.organizationId, webhookId: endpoint.id, reason }, 'webhook disabled');
    await this.alarms.end(inside, ['webhook.failing'], [endpoint.id]);
    await this.alarms.raise(inside, [
      {
        event: 'webhook.disabled',
        ...subjectOf(endpoint),
        state: reason,
        detail: disabledDetail[reason],
        facts: { reason },
      },
    ]);
  }

  private async tellFailing(
    inside: Context,
    endpoint: Endpoint,
    { failingSinceAt }: Health,
    batch: readonly SentEvent[],
  ): Promise<void> {
    if (failingSinceAt === null || this.clock.milliseconds() - Date.parse(failingSinceAt) < toldAfterMilliseconds)
      return;
    const detail = batch.findLast(({ outcome }) => outcome.error !== null)?.outcome.error ?? 'Nothing is accepted';
    await this.alarms.raise(inside, [
      {
        event: 'webhook.failing',
        ...subjectOf(endpoint),
        state: 'failing',
        detail,
        facts: { failing_since: failingSinceAt },
      },
    ]);
  }
}

const disabledDetail: Readonly<Record<DisabledReason, string>> = {
  gone: 'The endpoint answered 410: it wants nothing more',
  failing: 'The endpoint accepted nothing for five days',
};

/** Its address may carry a secret, so messages show only the host. */
function subjectOf({ id, description, url }: Endpoint): { subjectId: string; subjectName: string } {
  return { subjectId: id, subjectName: description || new URL(url).host };
}

function disabledFor({ failingSinceAt }: Health, batch: readonly SentEvent[], now: number): DisabledReason | null {
  if (batch.some(({ outcome }) => outcome.isGone)) return 'gone';
  return failingSinceAt !== null && now - Date.parse(failingSinceAt) >= mostFailingMilliseconds ? 'failing' : null;
}

export function healthOf(endpoint: Endpoint): Health {
  const { failingSinceAt, failuresInRow } = endpoint;
  return { failingSinceAt, failuresInRow, pausedUntilAt: null };
}
