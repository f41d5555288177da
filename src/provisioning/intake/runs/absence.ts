import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { HintReader, type HintReading } from '../changes/hint-reader.js';
import { ConnectionScheduleRepository } from '../../connection/connection-schedule.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { AbsenceRepository, type CompleteList } from '../../subject/absence.repository.js';
import type { KnownSubject } from '../../subject/known-subject.js';
import { ListedPages } from '../../subject/listed-pages.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { Subjects } from '../changes/subjects.js';
import { HeldPlans } from './held-plans.js';
import { planItemsOf, planHash, planRemovals } from './removal-plan.js';
import { Removals } from './removals.js';
import { RunItemsRepository } from '../run-queue/run-items.repository.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, noList, type Run, RunLost } from '../run-queue/run.js';

const readAtOnce = 100;
const daySeconds = 86_400;
/** After an empty list an operator is asked at once; only people past their planned end go by the usual count. */
const atOnce = { scans: 1, minimumAgeSeconds: 0 };

/** After a complete list: records missing often and long enough are removed, or held when there are too many. */
@Injectable()
export class Absence {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly absences: AbsenceRepository,
    private readonly reader: HintReader,
    private readonly subjects: Subjects,
    private readonly removals: Removals,
    private readonly runs: RunRepository,
    private readonly items: RunItemsRepository,
    private readonly plans: HeldPlans,
    private readonly times: ConnectionScheduleRepository,
    private readonly host: ConnectorHost,
    private readonly listed: ListedPages,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides in one transaction, with the end of the run: a list counts once, whatever dies in between.
   * @throws RunLost
   */
  async settle(
    context: Context,
    run: Run,
    connection: StoredConnection,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<void> {
    if (run.listId !== null && (run.listId === noList || (await this.runs.wasRead(context, run, run.listId))))
      return this.leave(context, run, connection, claim);
    const list = this.listOf(run, connection, run.seen === 0);
    const certain = run.problem === null;
    const { reads } = this.host.connectorOf(connection);
    const suspects = certain && reads ? await this.absences.enough(context, list, this.clock.instant(), false) : [];
    const readings = await this.readAgain(context, connection, suspects, signal);
    await this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, connection.id);
      if (!(await this.runs.renew(inside, run.id, claim))) throw new RunLost();
      const now = this.clock.instant();
      const origin = { at: now, cause: { kind: 'run', id: run.id } as const, seenRunId: run.passId };
      for (const { sequence, changes } of readings ?? [])
        await this.subjects.apply(inside, connection, [{ origin: { ...origin, sequence }, changes }]);
      const { living, missing } = certain
        ? await this.absences.count(inside, list, now)
        : { living: await this.absences.countLiving(inside, connection.id), missing: 0 };
      const asked = new Set(suspects.map(({ id }) => id));
      const enough = readings && missing > 0 ? await this.absences.enough(inside, list, now, true) : [];
      const absent = enough.filter(({ id }) => !reads || asked.has(id));
      await this.carryOut(inside, run, connection, { absent, living, missing });
      await this.listed.forgetEarlier(inside, connection.id, run.id);
      await this.times.touchFullScan(inside, connection.id, now);
    });
  }

  /** Reading a list twice does not count as missing twice. */
  private async leave(context: Context, run: Run, connection: StoredConnection, claim: Claim): Promise<void> {
    const nothingNew = {
      code: 'nothing_new',
      detail:
        run.listId === noList
          ? 'No list was delivered yet'
          : 'The list was read before; absence from it is not counted again',
    };
    await this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, connection.id);
      if (!(await this.runs.renew(inside, run.id, claim))) throw new RunLost();
      if (run.listId !== noList) await this.listed.forgetEarlier(inside, connection.id, run.id);
      await this.runs.finish(inside, run.id, 'done', this.clock.instant(), { problem: nothingNew });
    });
  }

  /** Who would be removed or held if a list with these keys were complete now. */
  async foresee(
    context: Context,
    run: Run,
    connection: StoredConnection,
    listedKeys: ReadonlySet<string>,
  ): Promise<KnownSubject[]> {
    const list = this.listOf(run, connection, listedKeys.size === 0);
    const unlisted = await this.absences.enough(context, list, this.clock.instant(), false);
    return unlisted.filter(({ sourceKey }) => !listedKeys.has(sourceKey));
  }

  private async carryOut(
    inside: Context,
    run: Run,
    connection: StoredConnection,
    found: { absent: KnownSubject[]; living: number; missing: number },
  ): Promise<void> {
    const now = this.clock.instant();
    const recently = await this.items.removedSince(inside, connection.id, laterBy(now, -daySeconds));
    const plan = planRemovals(found.absent, found.living, recently, connection.safety, now, run.seen === 0);
    const { absence } = this.host.definitionOf(connection);
    const departed = plan.departed.filter((each) => wasMissedEnough(each, absence, now));
    const { removed, held } = plan;
    await this.items.add(inside, run.id, [...planItemsOf('departed', departed), ...planItemsOf('removed', removed)]);
    await this.removals.remove(inside, connection, [...departed, ...removed], { kind: 'run', id: run.id });
    await this.runs.tally(inside, run.id, found.missing, held.length);
    const hash = planHash(held);
    const earlier = await this.runs.heldOf(inside, connection.id, 'removals');
    const stillHolds = held.length > 0 && earlier.some(({ planHash }) => planHash === hash);
    for (const each of stillHolds ? [] : earlier) {
      await this.runs.finish(inside, each.id, 'cancelled', now, {
        problem: { code: 'plan_replaced', detail: 'A later complete list made a new plan' },
      });
    }
    if (held.length === 0 || stillHolds) {
      if (!stillHolds && earlier.length > 0) await this.plans.over(inside, connection.id);
      await this.runs.finish(inside, run.id, 'done', now);
      return;
    }
    await this.items.add(inside, run.id, planItemsOf('removal', held));
    await this.plans.hold(inside, connection, run.id, { held: held.length, hash });
  }

  /** Undefined when the outside system could not be asked: then nobody is removed. */
  private async readAgain(
    context: Context,
    connection: StoredConnection,
    suspects: readonly KnownSubject[],
    signal: AbortSignal,
  ): Promise<HintReading[] | undefined> {
    const connector = this.host.connectorOf(connection);
    const readings: HintReading[] = [];
    if (!connector.reads) return readings;
    try {
      for (let from = 0; from < suspects.length; from += readAtOnce) {
        const hints = suspects
          .slice(from, from + readAtOnce)
          .map(({ sourceKey }) => ({ kind: 'hint', of: 'record', key: sourceKey }) as const);
        readings.push(await this.reader.read(context, connector, hints, signal));
      }
      return readings;
    } catch (error) {
      if (error instanceof ConnectorProblem) return undefined;
      throw error;
    }
  }

  private listOf(run: Run, connection: StoredConnection, isEmpty: boolean): CompleteList {
    const absence = isEmpty ? atOnce : this.host.definitionOf(connection).absence;
    return {
      connectionId: connection.id,
      runId: run.id,
      passId: run.passId,
      startedAt: run.startedAt ?? this.clock.instant(),
      ...absence,
    };
  }
}

function wasMissedEnough(
  { missingScans, firstMissingAt }: KnownSubject,
  { scans, minimumAgeSeconds }: { readonly scans: number; readonly minimumAgeSeconds: number },
  now: Instant,
): boolean {
  return missingScans >= scans && (firstMissingAt ?? now) <= laterBy(now, -minimumAgeSeconds);
}
