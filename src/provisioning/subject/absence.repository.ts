import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { KnownSubject } from './known-subject.js';
import * as sql from './subject.statements.js';

/** A complete list, and what makes absence from it count. */
export interface CompleteList {
  readonly connectionId: string;
  readonly runId: string;
  /** The mark of listed records. */
  readonly passId: string;
  readonly startedAt: Instant;
  /** From how many complete lists in a row somebody must be missing, and for how long. */
  readonly scans: number;
  readonly minimumAgeSeconds: number;
}

@Injectable()
export class AbsenceRepository {
  constructor(private readonly database: Database) {}

  async countLiving(context: Context, connectionId: string): Promise<number> {
    return (
      (await this.database.one<{ living: number }>(context, sql.countLiving, [context.organizationId, connectionId]))
        ?.living ?? 0
    );
  }

  /** Counts the list for everybody who is missing from it; returns how many are missing, and how many are present. */
  async count(inside: Context, list: CompleteList, now: Instant): Promise<{ living: number; missing: number }> {
    const counted = await this.database.one<{ living: number; missing: number }>(inside, sql.countAbsence, [
      ...this.scope(inside, list),
      now,
    ]);
    return counted ?? { living: 0, missing: 0 };
  }

  /** People absent long enough to be ended; `counted`: whether this list has been counted already. */
  enough(context: Context, list: CompleteList, now: Instant, counted: boolean): Promise<KnownSubject[]> {
    return this.database.query<KnownSubject>(context, sql.absent, [
      ...this.scope(context, list),
      counted ? 0 : 1,
      list.scans,
      now,
      laterBy(now, -list.minimumAgeSeconds),
    ]);
  }

  /** Absence does not count for them until they are listed again. */
  async ignore(inside: Context, connectionId: string, ids: readonly string[]): Promise<void> {
    await this.database.query(inside, sql.ignoreAbsence, [inside.organizationId, connectionId, ids]);
  }

  private scope({ organizationId }: Context, { connectionId, runId, startedAt, passId }: CompleteList): unknown[] {
    return [organizationId, connectionId, runId, startedAt, passId];
  }
}
