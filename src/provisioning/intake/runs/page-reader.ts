import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { HintReader } from '../changes/hint-reader.js';
import { overstays } from '../../access/overstay.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Change, SourceRecord } from '../../connector/change.js';
import type { RecordPage } from '../../connector/connector.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { ListedPages } from '../../subject/listed-pages.js';
import { digestOf, digestOfGone } from '../../subject/record-digest.js';
import { type Facts, isLiving } from '../../facts/facts.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import type { PendingChanges } from './pending-changes.js';
import type { Claim, Run } from '../run-queue/run.js';

/** The part of pages still to be written. */
export interface ReadPages<Read extends RecordPage = RecordPage> {
  readonly pages: readonly Omit<Read, 'changes'>[];
  readonly seen: number;
  readonly news: readonly Change[];
  readonly invalid: number;
  /** An unreadable record names nobody: its person would seem to be missing. */
  readonly isSomebodyUnknown: boolean;
}

/** A page whose records were digested while earlier ones were compared. */
export interface DigestedPage<Read extends RecordPage = RecordPage> {
  readonly page: Read;
  /** One for each of its changes. */
  readonly digested: readonly Digested[];
}

/** The records that changes state in full, and the digest of each; null: a change states something else. */
type Digested = {
  readonly records: readonly Pick<SourceRecord, 'key' | 'parentKey' | 'facts'>[];
  readonly digests: readonly string[];
  /** Of records of people who are gone, what is known where their facts were deleted; absent: nobody is gone. */
  readonly bareDigests?: readonly (string | undefined)[];
} | null;

/** Records of a page as they are looked up: a group is known when all of its members are. */
interface Compared {
  readonly change: Change;
  /** Of its records; null: applied without comparing. */
  readonly digests: readonly string[] | null;
  readonly bareDigests?: readonly (string | undefined)[];
}

interface List {
  readonly compared: readonly Compared[];
  readonly keys: readonly string[];
  readonly digests: readonly string[];
}

/** What pages of a poll or a list say that has to be applied. */
@Injectable()
export class PageReader {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly listed: ListedPages,
    private readonly reader: HintReader,
    private readonly host: ConnectorHost,
    private readonly clock: Clock,
  ) {}

  /** All of it. */
  async all<Read extends RecordPage>(
    context: Context,
    connection: StoredConnection,
    pages: readonly Read[],
    signal: AbortSignal,
  ): Promise<ReadPages<Read>> {
    const said = pages.flatMap(({ changes }) => changes);
    const malformed = said.filter((change) => change.kind === 'malformed');
    return {
      pages: pages.map(({ changes: _said, ...page }) => page),
      seen: countItems(said),
      news: await this.withHintsRead(context, connection, said, signal),
      invalid: malformed.length,
      isSomebodyUnknown: malformed.some(({ problem }) => problem.key === undefined),
    };
  }

  /**
   * Returns what was not known; notes the rest as listed in a transaction of its own, and drops it. If the process dies
   * before the changes are written, these pages are read again. `pending` must hold the changes of earlier pages until
   * they are written.
   */
  async news<Read extends RecordPage>(
    context: Context,
    run: Run,
    connection: StoredConnection,
    claim: Claim,
    digestedPages: readonly DigestedPage<Read>[],
    sequence: number,
    pending: PendingChanges,
    signal: AbortSignal,
  ): Promise<ReadPages<Read>> {
    const pages = digestedPages.map(({ page }) => page);
    const read = await this.all(context, connection, pages, signal);
    // Hints among them turned into other changes.
    const isAsRead = pages.every(({ changes }) => changes.every(({ kind }) => kind !== 'hint'));
    const list = this.listOf(
      connection,
      read.news,
      isAsRead ? digestedPages.flatMap(({ digested }) => digested) : read.news.map(digestedOf),
      pending,
    );
    if (list.keys.length === 0 && list.compared.every(({ digests }) => digests === null)) return read;
    const news = await this.database.roundTrip(context, async (inside) => {
      const [, unknown] = await Promise.all([
        this.lock.share(inside, connection.id),
        this.newsOf(inside, run, connection, claim, list, sequence),
      ]);
      return unknown;
    });
    return { ...read, news };
  }

  /** What can be compared with known records, prepared before anything is locked. */
  private listOf(
    connection: StoredConnection,
    changes: readonly Change[],
    digested: readonly Digested[],
    pending: PendingChanges,
  ): List {
    const site = siteDefaultsOf(connection);
    const observedAt = this.clock.instant();
    // That somebody is still there after the end of access is news, though the record says nothing new.
    const repeats = ({ key, facts }: Pick<SourceRecord, 'key' | 'facts'>) =>
      !overstays(connection.access, { key, facts, observedAt }, site);
    const doubled = keysSaidTwice(digested);
    const keys: string[] = [];
    const digests: string[] = [];
    const compared = changes.map((change, index): Compared => {
      const said = digested[index];
      if (
        !said ||
        pending.concerns(change, said.records) ||
        !said.records.every((record) => !doubled.has(record.key) && repeats(record))
      )
        return { change, digests: null };
      for (const digest of said.digests) digests.push(digest);
      for (const digest of said.bareDigests ?? []) if (digest) digests.push(digest);
      for (const { key } of said.records) keys.push(key);
      return { change, digests: said.digests, bareDigests: said.bareDigests };
    });
    return { compared, keys, digests };
  }

  private async newsOf(
    inside: Context,
    run: Run,
    connection: StoredConnection,
    { owner }: Claim,
    { compared, keys, digests }: List,
    sequence: number,
  ): Promise<Change[]> {
    const parentKeys = compared.flatMap(({ change, digests: own }) =>
      change.kind === 'group' && own ? [change.parentKey] : [],
    );
    const news = await this.listed.note(inside, {
      connectionId: connection.id,
      runId: run.id,
      passId: run.passId,
      owner,
      sequence,
      keys,
      digests,
      parentKeys,
    });
    const isKnown = (digest: string | undefined) => digest !== undefined && !news.digests.has(digest);
    const isNews = ({ change, digests: own, bareDigests }: Compared) =>
      own === null ||
      own.some((digest, index) => !isKnown(digest) && !isKnown(bareDigests?.[index])) ||
      (change.kind === 'group' && news.parentKeys.has(change.parentKey));
    return compared.filter(isNews).map(({ change }) => change);
  }

  private async withHintsRead(
    context: Context,
    connection: StoredConnection,
    changes: readonly Change[],
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    const hints = changes.filter((change) => change.kind === 'hint');
    if (hints.length === 0) return changes;
    const kind = this.host.definitionOf(connection).factKind;
    const reading = await this.reader.readOrEnd(context, this.host.connectorOf(connection), kind, hints, signal);
    return [...changes.filter((change) => change.kind !== 'hint'), ...reading.changes];
  }
}

/** What a list counts as one item. */
export function countItems(changes: readonly Change[]): number {
  return changes.filter(({ kind }) => kind !== 'snapshot').length;
}

export function digestedOf(change: Change): Digested {
  if (change.kind === 'patch') return digestedRemoval(change);
  const records = recordsOf(change);
  if (!records) return null;
  const digests = records.map(digestOf);
  if (records.every(({ facts }) => isLiving(facts))) return { records, digests };
  const bareDigests = records.map(({ key, facts, version }) =>
    isLiving(facts) ? undefined : digestOfGone(key, facts.status, version),
  );
  return { records, digests, bareDigests };
}

/** That somebody is gone, and nothing else: known where they are. */
function digestedRemoval({ key, version, facts, holdSeconds }: Extract<Change, { kind: 'patch' }>): Digested {
  const { status, ...more } = facts;
  if (status === undefined || holdSeconds || Object.keys(more).length > 0) return null;
  return { records: [{ key, facts: facts as unknown as Facts }], digests: [digestOfGone(key, status, version)] };
}

function recordsOf(change: Change): readonly SourceRecord[] | null {
  if (change.kind === 'record') return change.mode === 'replace' && !change.continues ? [change.record] : null;
  if (change.kind !== 'group') return null;
  return change.records.map((record) => ({
    ...record,
    parentKey: record.parentKey ?? change.parentKey,
    version: record.version ?? change.version,
  }));
}

/** A list that moves while it is read repeats some records, not always alike: those are applied in order. */
function keysSaidTwice(digested: readonly Digested[]): ReadonlySet<string> {
  const said = new Set<string>();
  const twice = new Set<string>();
  for (const some of digested) for (const { key } of some?.records ?? []) (said.has(key) ? twice : said).add(key);
  return twice;
}
