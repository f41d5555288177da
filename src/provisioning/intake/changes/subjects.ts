import { Injectable } from '@nestjs/common';
import { laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { overstays } from '../../access/overstay.js';
import type { Connection } from '../../connection/connection.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { Change } from '../../connector/change.js';
import { Entitler } from '../../entitle/entitler.js';
import { withKeptFields } from '../../connection/kept-fields.js';
import { applyChange, type ChangeOutcome } from '../../subject/apply-change.js';
import { type KnownSubject, subjectOf } from '../../subject/known-subject.js';
import type { SubjectBefore } from '../../subject/leavers.js';
import { SubjectRepository, type Wanted } from '../../subject/subject.repository.js';
import { StormGuard } from '../../subject/storm-guard.js';
import { type Origin, SubjectSet } from '../../subject/subject-set.js';

/** Changes that became known together: from one event, or from one page. */
export interface Arrival {
  readonly origin: Origin;
  readonly changes: readonly Change[];
}

/** The latest facts of outside records. A writer of subjects holds the connection's SubjectLock. */
@Injectable()
export class Subjects {
  constructor(
    private readonly repository: SubjectRepository,
    private readonly entitler: Entitler,
    private readonly storm: StormGuard,
    private readonly ids: Ids,
  ) {}

  /**
   * Applies the arrivals in order, set-based, and passes changed subjects on to access. One outcome for each change.
   */
  async apply(inside: Context, connection: Connection, arrivals: readonly Arrival[]): Promise<ChangeOutcome[][]> {
    const { set, outcomes, before } = await this.simulate(inside, connection, arrivals);
    await this.storm.hold(inside, connection, set, before);
    await this.save(inside, connection, set);
    return outcomes;
  }

  /** What `apply` would do with them, without writing anything. */
  async simulate(
    inside: Context,
    connection: Connection,
    said: readonly Arrival[],
  ): Promise<{ set: SubjectSet; outcomes: ChangeOutcome[][]; before: ReadonlyMap<string, SubjectBefore> }> {
    const { privacy } = connection;
    const arrivals = privacy?.fields
      ? said.map((each) => ({ ...each, changes: each.changes.map((change) => withKeptFields(change, privacy)) }))
      : said;
    const known = await this.repository.load(inside, connection.id, wantedBy(arrivals));
    const before = new Map(known.map((each): [string, SubjectBefore] => [each.id, { ...each }]));
    const set = new SubjectSet(known, () => this.ids.next());
    const outcomes = arrivals.map(({ origin, changes }) => changes.map((change) => applyChange(set, change, origin)));
    const last = arrivals.at(-1)?.origin;
    for (const each of set.toUpdate)
      if (last && !set.isChanged(each) && isStillThere(connection, each)) set.changed(each, last.cause);
    return { set, outcomes, before };
  }

  async save(inside: Context, connection: Connection, set: SubjectSet): Promise<void> {
    await this.repository.save(inside, connection.id, set);
    const { toInsert, toRefresh } = set;
    if (toRefresh.length === 0) return this.repository.insert(inside, connection.id, toInsert, []);
    return this.entitler.refresh(
      inside,
      connection,
      toRefresh.map(({ subject, cause }) => subjectOf(subject, connection.id, cause)),
      toRefresh[0].cause,
      toInsert,
    );
  }
}

/** Seen again past the end of its access, without other news: the sighting itself extends access. */
function isStillThere(
  connection: Connection,
  { sourceKey: key, facts, state, ending, invalid, lastEventAt: observedAt }: KnownSubject,
): boolean {
  return (
    state === 'present' &&
    !ending &&
    !invalid &&
    overstays(connection.access, { key, facts, observedAt }, siteDefaultsOf(connection))
  );
}

function wantedBy(arrivals: readonly Arrival[]): Wanted {
  const keys = new Set<string>();
  const parentKeys = new Set<string>();
  const matches = new Map<string, Readonly<Record<string, unknown>>>();
  let since = '9999-12-31T00:00:00.000Z';
  const match = (wanted: Readonly<Record<string, unknown>>) => matches.set(JSON.stringify(wanted), wanted);
  for (const { origin, changes } of arrivals) {
    for (const change of changes) {
      switch (change.kind) {
        case 'record':
          keys.add(change.record.key);
          if (!change.continues) break;
          match(change.continues.match);
          since = [since, laterBy(origin.at, -change.continues.withinSeconds)].sort()[0];
          break;
        case 'patch':
        case 'confirm':
          keys.add(change.key);
          break;
        case 'renamed':
          keys.add(change.from).add(change.to);
          break;
        case 'patch_matching':
          match(change.match);
          break;
        case 'group':
          parentKeys.add(change.parentKey);
          for (const { key } of change.records) keys.add(key);
          break;
        case 'malformed':
          if (change.problem.key !== undefined) keys.add(change.problem.key);
          break;
        default:
      }
    }
  }
  return {
    keys: [...keys],
    parentKeys: [...parentKeys],
    matches: [...matches.values()],
    since,
    sequence: Math.min(Number.MAX_SAFE_INTEGER, ...arrivals.map(({ origin }) => origin.sequence)),
  };
}
