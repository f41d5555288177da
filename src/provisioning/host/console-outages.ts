import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, type Instant, laterBy, secondsBetween } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { ConsoleOutage } from '../connection/stored-connection.js';
import type { OperationOutcome } from '../wifi-console/port/wifi-console.js';
import { mostOperationAttempts } from './outside-retry.js';

interface AwayConsole {
  readonly organizationId: string;
  readonly targetKey: string;
  readonly sinceAt: Instant;
}

interface AwayConnection {
  readonly id: string;
  readonly name: string;
  readonly outage: ConsoleOutage;
}

/** All connections of a console are away with it. */
const begin = statement(
  'console_outages_begin',
  `
  update connections set console_outage = $3, console_look_due_at = $4
  where organization_id = $1 and target_key = $2 and console_outage is null`,
);

const due = statement(
  'console_outages_due',
  `
  select organization_id as "organizationId", target_key as "targetKey", min(console_outage ->> 'sinceAt') as "sinceAt"
  from (select organization_id, target_key, console_outage from connections where console_look_due_at <= $1
    order by console_look_due_at limit 40) c
  group by organization_id, target_key`,
);

/** None when another process looks. */
const beginLook = statement(
  'console_outages_look',
  `
  update connections set console_look_due_at = $4 where organization_id = $1 and target_key = $2
    and console_look_due_at <= $3
  returning id, name, console_outage as outage`,
);

/** What ends access first; within that, what was tried longest ago. */
const tryOne = statement(
  'console_outages_try_one',
  `
  update identities i set due_at = least(i.due_at, $3) from (
    select id from identities where organization_id = $1 and target_key = $2 and due_at is not null
      and problem ->> 'code' = 'unreachable' order by priority, updated_at limit 1) first
  where i.organization_id = $1 and i.id = first.id returning i.id`,
);

const report = statement(
  'console_outages_report',
  `
  update connections set console_outage = console_outage || '{"isReported": true}',
    last_problem = coalesce(last_problem, $3)
  where organization_id = $1 and id = any ($2::uuid[])`,
);

const end = statement(
  'console_outages_end',
  `
  update connections set console_outage = null, console_look_due_at = null,
    last_problem = case when last_problem ->> 'code' = 'console_unreachable' then null else last_problem end
  where organization_id = $1 and target_key = $2 and console_outage is not null returning id`,
);

/**
 * What fails again whenever others succeed is what this console fails on: after a dozen times it keeps its own time.
 */
const hurry = statement(
  'console_outages_hurry',
  `
  update identities set due_at = $3, problem = null where organization_id = $1 and target_key = $2 and due_at > $3
    and problem ->> 'code' = 'unreachable' and attempts < $4`,
);

/** Settled by one process while another found the console there, or by one that died before it said so. */
const forgotten = statement(
  'console_outages_forgotten',
  `
  select distinct i.organization_id as "organizationId", i.target_key as "targetKey"
  from identities i join connections c on c.organization_id = i.organization_id and c.id = i.connection_id
  where i.problem is not null and i.problem ->> 'code' = 'unreachable' and i.attempts < $2 and i.due_at > $1
    and c.target_key = i.target_key and c.console_outage is null`,
);

/** Who answers so is there. */
const answered = new Set<OperationOutcome['status']>(['done', 'gone', 'taken', 'refused']);
const soonestLookSeconds = 15;
const latestLookSeconds = 60;
/** Shorter outages are nobody's business. */
const reportedAfterSeconds = 120;

/**
 * Consoles that cannot be reached. What was to be written waits; one account after the other is tried, more and more
 * seldom but at least once a minute, and the first success makes all that waits due: revocations first, within the
 * console's budget.
 */
@Injectable()
export class ConsoleOutages {
  constructor(
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
  ) {}

  /** Adopts what one call said. `isAway`: as it was known before the call. */
  async note(
    context: Context,
    targetKey: string,
    isAway: boolean,
    outcomes: readonly OperationOutcome[],
  ): Promise<void> {
    const [first] = outcomes;
    if (first && 'isAway' in first && outcomes.every((outcome) => 'isAway' in outcome && outcome.isAway))
      return this.begin(context, targetKey, first.detail);
    if (isAway && outcomes.some(({ status }) => answered.has(status))) await this.end(context, targetKey);
  }

  /** Nothing that is the console answered. Does nothing while that is known. */
  async begin(context: Context, targetKey: string, detail: string): Promise<void> {
    const now = this.clock.instant();
    const outage: ConsoleOutage = { sinceAt: now, detail };
    await this.database.query(context, begin, [
      context.organizationId,
      targetKey,
      JSON.stringify(outage),
      laterBy(now, soonestLookSeconds),
    ]);
  }

  /** It answered. Does nothing when it was not away. */
  end(context: Context, targetKey: string): Promise<void> {
    return this.database.transaction(context, (inside) => this.over(inside, targetKey));
  }

  /** In every organization: lets one account of each console that is due for a look be tried. */
  async look(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'console-outages');
    const now = this.clock.instant();
    for (const away of await this.database.query<AwayConsole>(everywhere, due, [now]))
      await this.database.transaction(systemContext(away.organizationId, 'console-outages'), (inside) =>
        this.lookAt(inside, away, now),
      );
    for (const { organizationId, targetKey } of await this.database.query<Omit<AwayConsole, 'sinceAt'>>(
      everywhere,
      forgotten,
      [now, mostOperationAttempts],
    ))
      await this.database.query(systemContext(organizationId, 'console-outages'), hurry, [
        organizationId,
        targetKey,
        now,
        mostOperationAttempts,
      ]);
  }

  private async lookAt(
    inside: Context,
    { organizationId, targetKey, sinceAt }: AwayConsole,
    now: Instant,
  ): Promise<void> {
    const ageSeconds = secondsBetween(sinceAt, now);
    const away = await this.database.query<AwayConnection>(inside, beginLook, [
      organizationId,
      targetKey,
      now,
      laterBy(now, Math.min(latestLookSeconds, Math.max(soonestLookSeconds, ageSeconds / 10))),
    ]);
    if (away.length === 0) return;
    const tried = await this.database.query(inside, tryOne, [organizationId, targetKey, now]);
    // Nothing waits for it any more, so nothing would ever show that it is back.
    if (tried.length === 0) return this.over(inside, targetKey);
    if (ageSeconds >= reportedAfterSeconds) await this.report(inside, away, now);
    this.database.afterCommit(inside, () => this.wakeUps.publish({ topic: 'due', organizationId, key: targetKey }));
  }

  private async report(inside: Context, away: readonly AwayConnection[], now: Instant): Promise<void> {
    const news = away.filter(({ outage }) => !outage.isReported);
    if (news.length === 0) return;
    const [{ outage }] = news;
    const problem = { code: 'console_unreachable', detail: outage.detail, at: now, source: 'console' };
    await this.database.query(inside, report, [
      inside.organizationId,
      news.map(({ id }) => id),
      JSON.stringify(problem),
    ]);
    await this.alarms.raise(
      inside,
      news.map(({ id, name, outage: { sinceAt, detail } }) => ({
        event: 'connection.console_unreachable',
        subjectId: id,
        subjectName: name,
        state: 'unreachable',
        detail,
        facts: { since: sinceAt },
      })),
    );
  }

  private async over(inside: Context, targetKey: string): Promise<void> {
    const { organizationId } = inside;
    const back = await this.database.query<{ id: string }>(inside, end, [organizationId, targetKey]);
    if (back.length === 0) return;
    await this.database.query(inside, hurry, [organizationId, targetKey, this.clock.instant(), mostOperationAttempts]);
    await this.alarms.end(
      inside,
      ['connection.console_unreachable'],
      back.map(({ id }) => id),
    );
  }
}
