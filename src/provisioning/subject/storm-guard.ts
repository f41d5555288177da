import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Connection } from '../connection/connection.js';
import type { Cause } from '../identity/cause.js';
import { ProvisionLog } from '../identity/provision-log.js';
import type { KnownSubject } from './known-subject.js';
import { isGoneEarly, isHeldBack, isLeaver, type SubjectBefore } from './leavers.js';
import { isStorm, limitsOf, type RecentEndings } from './storm.js';
import * as sql from './storm.statements.js';
import type { SubjectSet } from './subject-set.js';

const daySeconds = 86_400;
const hourSeconds = 3_600;

type Leaver = Pick<KnownSubject, 'id' | 'identityId'>;

/** A list or poll that was read to its end; null: those that broke off so long ago that nobody waits for another. */
export type ReportingRun = { readonly runId: string; readonly isList: boolean } | null;

/**
 * Leavers lose access. When a large part of the staff is reported at once, somebody most likely made a mistake in the
 * outside system: then all are held, and an operator is asked. An event is judged with the others of its day. Leavers
 * of a list or poll wait until all of it was read, and are judged together, whatever the pages.
 */
@Injectable()
export class StormGuard {
  constructor(
    private readonly database: Database,
    private readonly log: ProvisionLog,
    private readonly clock: Clock,
  ) {}

  /** Undoes, in the set, what is to wait or to be held. `before`: what was known of each, by id. */
  async hold(
    inside: Context,
    connection: Connection,
    set: SubjectSet,
    before: ReadonlyMap<string, SubjectBefore>,
  ): Promise<void> {
    const now = this.clock.instant();
    const leaving = set.toRefresh.filter(({ subject, cause }) =>
      isAsked(connection, before.get(subject.id), subject, cause, now),
    );
    if (leaving.length === 0) return;
    const withhold = (subject: KnownSubject, endingRunId: string | null) => {
      const { facts, state } = before.get(subject.id)!;
      set.withhold(
        Object.assign(subject, { ending: subject.facts, facts, state, endsAt: null, endingRunId, digest: null }),
      );
    };
    const news: typeof leaving = [];
    for (const each of leaving) {
      const known = before.get(each.subject.id);
      if (isHeldBack(known)) withhold(each.subject, null);
      else if (each.cause.kind === 'run') withhold(each.subject, known?.endingRunId ?? each.cause.id);
      else news.push(each);
    }
    if (news.length === 0) return;
    if (!isStorm(news.length, await this.recent(inside, connection, news.length, now), connection.safety)) {
      return void (await this.database.query(inside, sql.note, [
        inside.organizationId,
        connection.id,
        news.map(({ subject }) => subject.id),
        now,
      ]));
    }
    for (const { subject } of news) withhold(subject, null);
    for (const { subject, cause } of news) await this.tell(inside, connection, [subject], cause);
  }

  /** Whether anybody's end waits for a list or poll to be read to its end. */
  async isAwaited(context: Context, connectionId: string): Promise<boolean> {
    return (await this.database.query(context, sql.isAwaited, [context.organizationId, connectionId])).length > 0;
  }

  /**
   * Judges the leavers of a list or poll: all due at once, or all held. Returns how many are held. The caller has the
   * connection's SubjectLock.
   */
  async judge(inside: Context, connection: Connection, heard: ReportingRun, cause: Cause | null): Promise<number> {
    const now = this.clock.instant();
    const awaited = [inside.organizationId, connection.id, heard?.runId ?? null, heard?.isList === false];
    const said = (await this.database.one<{ said: number }>(inside, sql.countAwaited, awaited))?.said ?? 0;
    if (said === 0) return 0;
    if (!isStorm(said, await this.recent(inside, connection, said, now), connection.safety)) {
      await this.database.query(inside, sql.releaseEndings, [...awaited, now]);
      return 0;
    }
    for (;;) {
      const some = await this.database.query<Leaver>(inside, sql.holdSome, awaited);
      if (some.length === 0) return said;
      await this.tell(inside, connection, some, cause);
    }
  }

  private async recent(inside: Context, connection: Connection, more: number, now: Instant): Promise<RecentEndings> {
    const values = [
      inside.organizationId,
      connection.id,
      laterBy(now, -daySeconds),
      laterBy(now, -hourSeconds),
      limitsOf(connection.safety).max_endings - more,
    ];
    return (await this.database.one<RecentEndings>(inside, sql.recent, values))!;
  }

  private tell(
    inside: Context,
    { id: connectionId }: Connection,
    held: readonly Leaver[],
    cause: Cause | null,
  ): Promise<void> {
    return this.log.append(
      inside,
      held.map(({ id, identityId }) => ({
        connectionId,
        subjectId: id,
        identityId,
        kind: 'entitle',
        status: 'held',
        cause,
        account: null,
        before: null,
        after: null,
        detail: "more people left within a day than the connection's safety allows; it waits for a decision",
      })),
    );
  }
}

/**
 * Guests, visitors and members come and go one by one: only a list or poll, which reports many, can be that wrong about
 * them.
 */
function isAsked(
  connection: Connection,
  before: SubjectBefore | undefined,
  subject: KnownSubject,
  cause: Cause,
  now: Instant,
): boolean {
  if (cause.kind === 'operator') return false;
  return (
    isLeaver(connection, before, subject, now) ||
    (cause.kind === 'run' && isGoneEarly(connection, before, subject, now))
  );
}
