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
import { SubjectLock } from '../subject/subject-lock.js';
import { SubjectRepository } from '../subject/subject.repository.js';
import { Subjects } from '../subject/subjects.js';
import { RunRepository } from './run.repository.js';
import { type Claim, type Run, RunLost } from './run.js';

export interface PageOrigin {
  /** Place in the order of receipt of the moment before the page was asked for. */
  readonly sequence: number;
  /** list: of everything; poll: what changed; prelude: what a poll brings while a list is about to begin. */
  readonly kind: 'list' | 'poll' | 'prelude';
}

/** One page of a poll or a scan: its records, the cursor behind it and the run's progress in one transaction. */
@Injectable()
export class PageWriter {
  constructor(
    private readonly database: Database, private readonly lock: SubjectLock, private readonly rows: SubjectRepository, private readonly subjects: Subjects,
    private readonly reader: HintReader, private readonly runs: RunRepository, private readonly host: ConnectorHost, private readonly clock: Clock,
  ) {}

  /** `alongside` is written in the same transaction. @throws RunLost when the run is not this worker's any more */
  async write(
    context: Context, run: Run, connection: StoredConnection, claim: Claim, page: Page, origin: PageOrigin, signal: AbortSignal,
    alongside: (inside: Context) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const changes = await this.withHintsRead(context, connection, page.changes, signal);
    const listing = origin.kind === 'list';
    const seenRunId = listing ? run.id : undefined;
    await this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, connection.id);
      const news = listing ? await this.newsOf(inside, run, connection, changes, origin.sequence) : changes;
      const arrival = { origin: { sequence: origin.sequence, at: this.clock.instant(), cause: { kind: 'run', id: run.id } as const, seenRunId }, changes: news };
      const [outcomes] = await this.subjects.apply(inside, connection, [arrival]);
      await alongside(inside);
      const malformed = page.changes.filter((change) => change.kind === 'malformed');
      const mine = await this.runs.progress(inside, run.id, claim, {
        cursor: origin.kind === 'prelude' ? run.cursor : page.cursor,
        seen: origin.kind === 'prelude' ? 0 : countItems(page.changes),
        changed: outcomes.filter((each) => each === 'changed').length,
        invalid: malformed.length,
        problem: listing && malformed.some(({ problem }) => problem.key === undefined) ? nobodyKnowsWho : undefined,
      });
      if (!mine) throw new RunLost();
    });
  }

  /** What the page says that was not known: what it repeats word for word is marked as listed by one statement. */
  private async newsOf(inside: Context, run: Run, connection: StoredConnection, changes: readonly Change[], sequence: number): Promise<Change[]> {
    const { id, access } = connection;
    const observedAt = this.clock.instant();
    const site = siteDefaultsOf(connection);
    // That somebody is still there after the end of access is news, though the record says nothing new.
    const repeatable = changes.flatMap(recordsOf).filter(({ key, facts }) => !overstays(access, { key, facts, observedAt }, site));
    const listed = await this.rows.markListed(inside, id, repeatable, run.id, sequence);
    const groups = changes.filter((change) => change.kind === 'group').map(({ parentKey }) => parentKey);
    const changedGroups = groups.length > 0 ? await this.rows.unlistedParents(inside, id, groups, run.id) : new Set<string>();
    return changes.filter((change) => {
      const records = recordsOf(change);
      const known = records.every(({ key }) => listed.has(key));
      return change.kind === 'group' ? !known || changedGroups.has(change.parentKey) : records.length === 0 || !known;
    });
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

function recordsOf(change: Change): SourceRecord[] {
  if (change.kind === 'record' && change.mode === 'replace' && !change.continues) return [change.record];
  if (change.kind !== 'group') return [];
  return change.records.map((record) => ({ ...record, parentKey: record.parentKey ?? change.parentKey, version: record.version ?? change.version }));
}
