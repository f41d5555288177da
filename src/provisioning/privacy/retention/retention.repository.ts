import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { EntitlementRepository } from '../../entitle/entitlement.repository.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import * as sql from './retention.statements.js';

const rowsAtOnce = 1_000;
/** Of each kind in one round: what is left waits for the next hour. */
const mostBatches = 50;
const everywhere = systemContext(everyOrganization, 'retention');

interface Freed {
  readonly organizationId: string;
  readonly identityId: string | null;
}

/** Lets go of old rows in batches; every method returns how many went. */
@Injectable()
export class RetentionRepository {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly entitlements: EntitlementRepository,
  ) {}

  inboxEvents(before: Instant): Promise<number> {
    return this.all(sql.inboxEvents, before);
  }

  deliveries(before: Instant): Promise<number> {
    return this.all(sql.deliveries, before);
  }

  runs(before: Instant): Promise<number> {
    return this.all(sql.runs, before);
  }

  operations(before: Instant): Promise<number> {
    return this.all(sql.operations, before);
  }

  /** Of each organization what is older than its own days; `usualDays` hold for who names none. */
  async log(usualDays: number, before: (days: number) => Instant): Promise<number> {
    const wishes = await this.database.query<{ organizationId: string; days: number }>(everywhere, sql.logWishes, [
      usualDays,
    ]);
    let gone = await this.batches(sql.removeLog, [
      before(usualDays),
      rowsAtOnce,
      wishes.map(({ organizationId }) => organizationId),
    ]);
    for (const { organizationId, days } of wishes)
      gone += await this.batches(sql.logOfOne, [before(days), rowsAtOnce, organizationId]);
    return gone;
  }

  /** Facts of people who are gone shrink to kind and status. */
  reduceTombstones(before: Instant): Promise<number> {
    return this.all(sql.reduceTombstones, before);
  }

  endedEntitlements(before: Instant): Promise<number> {
    return this.all(sql.removeEntitlements, before, (freed) => this.identities(freed));
  }

  removedBindings(before: Instant): Promise<number> {
    return this.all(sql.removeBindings, before, (freed) => this.identities(freed));
  }

  /** Under each connection's lock, so that nobody who is just being heard of again is lost. */
  async tombstones(before: Instant): Promise<number> {
    let gone = 0;
    const found = await this.database.query<{ organizationId: string; connectionId: string }>(
      everywhere,
      sql.connectionsWithTombstones,
      [before],
    );
    for (const { organizationId, connectionId } of found) {
      const context = { ...everywhere, organizationId };
      const freed = await this.database.transaction(context, async (inside) => {
        if (!(await this.lock.tryTake(inside, connectionId))) return [];
        return this.database.query<Freed>(inside, sql.tombstones, [before, rowsAtOnce, organizationId, connectionId]);
      });
      await this.identities(freed);
      gone += freed.length;
    }
    return gone;
  }

  private all(
    statement: Statement,
    before: Instant,
    afterwards?: (freed: readonly Freed[]) => Promise<void>,
  ): Promise<number> {
    return this.batches(statement, [before, rowsAtOnce], afterwards);
  }

  private async batches(
    statement: Statement,
    values: readonly unknown[],
    afterwards: (freed: readonly Freed[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<number> {
    let gone = 0;
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const some = await this.database.query<Freed>(everywhere, statement, values);
      await afterwards(some);
      gone += some.length;
      if (some.length < rowsAtOnce) break;
    }
    return gone;
  }

  /** Those that nothing refers to any more. The target's lock keeps the entitler from giving one out meanwhile. */
  private async identities(freed: readonly Freed[]): Promise<void> {
    for (const organizationId of new Set(freed.map((each) => each.organizationId))) {
      const context: Context = { ...everywhere, organizationId };
      const ids = [
        ...new Set(freed.flatMap((each) => (each.organizationId === organizationId ? (each.identityId ?? []) : []))),
      ];
      const targets = await this.database.query<{ targetKey: string; ids: string[] }>(context, sql.targetsOf, [
        organizationId,
        ids,
      ]);
      for (const { targetKey, ids: ofTarget } of targets) {
        await this.database.transaction(context, async (inside) => {
          await this.entitlements.lock(inside, targetKey);
          await this.database.query(inside, sql.identities, [organizationId, ofTarget]);
        });
      }
    }
  }
}
