import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { HintReader } from '../absorb/hint-reader.js';
import { overstays } from '../access/overstay.js';
import { siteDefaultsOf } from '../connection/site-defaults.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import type { Change, SourceRecord } from '../connector/change.js';
import type { Page } from '../connector/connector.js';
import { ConnectorHost } from '../host/connector-host.js';
import { ListedPages } from '../subject/listed-pages.js';
import { digestOf } from '../subject/record-digest.js';
import { SubjectLock } from '../subject/subject-lock.js';
import { Subjects } from '../subject/subjects.js';
import { RunRepository } from './run.repository.js';
import { type Claim, type Run, RunLost } from './run.js';

export interface PageOrigin {
  /** Place in the order of receipt of the moment before the page was asked for. */
  readonly sequence: number;
  /** list: of everything; poll: what changed; prelude: what a poll brings while a list is about to begin. */
  readonly kind: 'list' | 'poll' | 'prelude';
}

/** Records of a page as they are looked for: a group is known when all of its are. */
interface Compared {
  readonly change: Change;
  /** Places of its records among those compared; null: it is applied without comparing. */
  readonly places: readonly number[] | null;
}

/** Pages of a poll or a scan: their records, the cursor behind the last and the run's progress in one transaction. */
@Injectable()
export class PageWriter {
  constructor(
    private readonly database: Database, private readonly lock: SubjectLock, private readonly listed: ListedPages, private readonly subjects: Subjects,
    private readonly reader: HintReader, private readonly runs: RunRepository, private readonly host: ConnectorHost, private readonly clock: Clock,
  ) {}

  /** Returns how many changes were news. `alongside` is written in the same transaction. @throws RunLost when the run is not this worker's any more */
  async write(
    context: Context, run: Run, connection: StoredConnection, claim: Claim, pages: readonly Page[], origin: PageOrigin, signal: AbortSignal,
    alongside: (inside: Context) => Promise<void> = async () => undefined,
  ): Promise<number> {
    const said = pages.flatMap((page) => page.changes);
    const changes = await this.withHintsRead(context, connection, said, signal);
    const listing = origin.kind === 'list';
    const list = listing ? this.listOf(connection, changes) : null;
    const seenRunId = listing ? run.id : undefined;
    return this.database.transaction(context, async (inside) => {
      const [, news] = await Promise.all([this.lock.take(inside, connection.id), list ? this.newsOf(inside, run, connection, list, origin.sequence) : changes]);
      const arrival = { origin: { sequence: origin.sequence, at: this.clock.instant(), cause: { kind: 'run', id: run.id } as const, seenRunId }, changes: news };
      const [outcomes] = news.length > 0 ? await this.subjects.apply(inside, connection, [arrival]) : [[]];
      await alongside(inside);
      const malformed = said.filter((change) => change.kind === 'malformed');
      const changed = outcomes.filter((each) => each === 'changed').length;
      const mine = await this.runs.progress(inside, run.id, claim, {
        cursor: origin.kind === 'prelude' ? run.cursor : pages[pages.length - 1].cursor,
        pages: pages.length,
        seen: origin.kind === 'prelude' ? 0 : countItems(said),
        changed,
        invalid: malformed.length,
        problem: listing && malformed.some(({ problem }) => problem.key === undefined) ? nobodyKnowsWho : undefined,
      });
      if (!mine) throw new RunLost();
      return changed;
    });
  }

  /** What can be compared with what is known, made ready before anything is locked. */
  private listOf(connection: StoredConnection, changes: readonly Change[]): { compared: Compared[]; keys: string[]; digests: string[] } {
    const site = siteDefaultsOf(connection);
    const observedAt = this.clock.instant();
    // That somebody is still there after the end of access is news, though the record says nothing new.
    const repeats = ({ key, facts }: SourceRecord) => !overstays(connection.access, { key, facts, observedAt }, site);
    const records = changes.map(recordsOf);
    const doubled = keysSaidTwice(records);
    const keys: string[] = [];
    const digests: string[] = [];
    const compared = changes.map((change, index) => {
      const those = records[index];
      if (!those || !those.every((record) => !doubled.has(record.key) && repeats(record))) return { change, places: null };
      for (const record of those) digests.push(digestOf(record));
      return { change, places: those.map(({ key }) => keys.push(key) - 1) };
    });
    return { compared, keys, digests };
  }

  /** What is said that was not known. The rest is noted as listed by one statement, and writes no subject. */
  private async newsOf(inside: Context, run: Run, connection: StoredConnection, { compared, keys, digests }: ReturnType<PageWriter['listOf']>, sequence: number): Promise<Change[]> {
    const parentKeys = compared.flatMap(({ change, places }) => (change.kind === 'group' && places ? [change.parentKey] : []));
    const news = await this.listed.note(inside, { connectionId: connection.id, runId: run.id, sequence, keys, digests, parentKeys });
    const isNews = ({ change, places }: Compared) => places === null || places.some((place) => news.places.has(place))
      || (change.kind === 'group' && news.parentKeys.has(change.parentKey));
    return compared.filter(isNews).map(({ change }) => change);
  }

  private async withHintsRead(context: Context, connection: StoredConnection, changes: readonly Change[], signal: AbortSignal): Promise<readonly Change[]> {
    const hints = changes.filter((change) => change.kind === 'hint');
    if (hints.length === 0) return changes;
    const kind = this.host.definitionOf(connection).factKind;
    const reading = await this.reader.readOrEnd(context, this.host.connectorOf(connection), kind, hints, signal);
    return [...changes.filter((change) => change.kind !== 'hint'), ...reading.changes];
  }
}

const nobodyKnowsWho = { code: 'unattributed_record', detail: 'The list has a record that cannot be read and names nobody, so absence from it was not counted' };

/** What a list counts as one of its items. */
export function countItems(changes: readonly Change[]): number {
  return changes.filter(({ kind }) => kind !== 'snapshot').length;
}

/** The records that a change says whole; null: it says something else. */
function recordsOf(change: Change): readonly SourceRecord[] | null {
  if (change.kind === 'record') return change.mode === 'replace' && !change.continues ? [change.record] : null;
  if (change.kind !== 'group') return null;
  return change.records.map((record) => ({ ...record, parentKey: record.parentKey ?? change.parentKey, version: record.version ?? change.version }));
}

/** A list that moves while it is read says some twice, and not always the same: those are applied in their order. */
function keysSaidTwice(records: readonly (readonly SourceRecord[] | null)[]): ReadonlySet<string> {
  const said = new Set<string>();
  const twice = new Set<string>();
  for (const some of records) for (const { key } of some ?? []) (said.has(key) ? twice : said).add(key);
  return twice;
}
