import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization } from '../../kernel/context.js';
import type { SubjectMark } from './subject.js';
import type { KnownSubject } from './known-subject.js';
import type { SubjectSet } from './subject-set.js';
import * as sql from './subject.statements.js';

/** Which subjects a batch of changes needs. */
export interface Wanted {
  readonly keys: readonly string[];
  readonly parentKeys: readonly string[];
  readonly matches: readonly Readonly<Record<string, unknown>>[];
  /** Tombstones count for matches only when something was heard of them since. */
  readonly since: Instant;
  /** The earliest place in the order of receipt among the changes. */
  readonly sequence: number;
}

export interface SubjectAddress {
  readonly organizationId: string;
  readonly connectionId: string;
}

@Injectable()
export class SubjectRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async load(inside: Context, connectionId: string, wanted: Wanted): Promise<KnownSubject[]> {
    const scope = [inside.organizationId, connectionId];
    const inRooms = wanted.matches.filter((match) => typeof match.room === 'string');
    const elsewhere = wanted.matches.filter((match) => typeof match.room !== 'string');
    const found = await Promise.all([
      wanted.keys.length > 0
        ? this.database.query<KnownSubject>(inside, sql.byKeys, [...scope, wanted.keys, wanted.sequence])
        : [],
      wanted.parentKeys.length > 0
        ? this.database.query<KnownSubject>(inside, sql.byParents, [...scope, wanted.parentKeys, wanted.sequence])
        : [],
      inRooms.length > 0
        ? this.database.query<KnownSubject>(inside, sql.byRoomMatch, [
            ...scope,
            JSON.stringify(inRooms),
            wanted.since,
            wanted.sequence,
          ])
        : [],
      elsewhere.length > 0
        ? this.database.query<KnownSubject>(inside, sql.byMatch, [
            ...scope,
            JSON.stringify(elsewhere),
            wanted.since,
            wanted.sequence,
          ])
        : [],
    ]);
    return [...new Map(found.flat().map((each) => [each.id, each])).values()];
  }

  byIds(context: Context, connectionId: string, ids: readonly string[]): Promise<KnownSubject[]> {
    return this.database.query<KnownSubject>(context, sql.subjectById, [context.organizationId, connectionId, ids]);
  }

  /** Those that have a row. */
  async save(inside: Context, connectionId: string, set: SubjectSet): Promise<void> {
    const scope = [inside.organizationId, connectionId];
    const now = this.clock.instant();
    const { toRekey, toUpdate } = set;
    if (toRekey.length > 0)
      await this.database.query(inside, sql.setPlaceholderKeys, [inside.organizationId, toRekey.map(({ id }) => id)]);
    if (toUpdate.length > 0) await this.database.query(inside, sql.updateMany, [...scope, rowsOf(toUpdate), now]);
  }

  /** With the result of entitling them. */
  async insert(
    inside: Context,
    connectionId: string,
    subjects: readonly KnownSubject[],
    marks: readonly SubjectMark[],
  ): Promise<void> {
    if (subjects.length === 0) return;
    await this.database.query(inside, sql.insertMany, [
      inside.organizationId,
      connectionId,
      rowsOf(subjects, new Map(marks.map((mark) => [mark.id, mark]))),
      this.clock.instant(),
    ]);
  }

  /** Connections of all organizations with a held-back removal that is due. */
  withDueEndings(context: Context, now: Instant): Promise<SubjectAddress[]> {
    return this.database.query<SubjectAddress>({ ...context, organizationId: everyOrganization }, sql.due, [now]);
  }

  dueEndings(inside: Context, connectionId: string, now: Instant, limit: number): Promise<KnownSubject[]> {
    return this.database.query<KnownSubject>(inside, sql.dueOf, [inside.organizationId, connectionId, now, limit]);
  }

  /** Connections of all organizations where somebody waits for a name that nobody has any more. */
  withFreedNames(context: Context, now: Instant): Promise<SubjectAddress[]> {
    return this.database.query<SubjectAddress>({ ...context, organizationId: everyOrganization }, sql.freed, [now]);
  }

  /** Who came back first is first. */
  withFreedName(inside: Context, connectionId: string, now: Instant, limit: number): Promise<KnownSubject[]> {
    return this.database.query<KnownSubject>(inside, sql.freedOf, [inside.organizationId, connectionId, now, limit]);
  }

  /** The next `limit` subjects in order of their ids. */
  after(context: Context, connectionId: string, id: string, limit: number): Promise<KnownSubject[]> {
    return this.database.query<KnownSubject>(context, sql.after, [context.organizationId, connectionId, id, limit]);
  }

  /**
   * Tells the planner how large the table has grown: until it knows, each page of a first list reads the whole
   * connection. Outside any transaction of ours, because it blocks others of its kind until the end.
   */
  async analyze(context: Context): Promise<void> {
    await this.database.query({ ...context, transaction: undefined }, sql.analyzeSubjects);
  }

  /** A place in the order of receipt for what is about to be read. */
  async nextSequence(context: Context): Promise<number> {
    return (await this.database.one<{ sequence: number }>(context, sql.nextSequence))?.sequence ?? 0;
  }
}

function rowsOf(subjects: readonly KnownSubject[], marks?: ReadonlyMap<string, SubjectMark>): string {
  return JSON.stringify(
    subjects.map((each) => ({
      id: each.id,
      source_key: each.sourceKey,
      parent_key: each.parentKey,
      guest_key: each.guestKey,
      facts: each.facts,
      version: each.version,
      digest: each.digest,
      sequence: each.sequence,
      state: each.state,
      invalid: marks?.get(each.id)?.invalid ?? each.invalid,
      seen_run_id: each.seenRunId,
      missing_scans: each.missingScans,
      first_missing_at: each.firstMissingAt,
      absence_ignored: each.absenceIgnored,
      last_event_at: each.lastEventAt,
      ends_at: each.endsAt,
      ending: each.ending,
      ending_run_id: each.endingRunId,
      identity_id: marks?.get(each.id)?.identityId,
      disputed: marks?.get(each.id)?.disputed,
    })),
  );
}
