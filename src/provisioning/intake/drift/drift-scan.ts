import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { DriftSettings } from '../../connection/connection.js';
import type { DriftAction } from '../../connection/connection-parts.dto.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { operationPriority, type WifiConsole } from '../../wifi-console/port/wifi-console.js';
import { WakeUps } from '../../../database/wake-ups.js';
import type { Cause } from '../../identity/cause.js';
import { type LogEntry, ProvisionLog } from '../../identity/provision-log.js';
import { Consoles } from '../../wifi-console/consoles.js';
import { GroupLedger } from '../../reconcile/group-ledger.js';
import { type Drift, driftOf, kindOfDrift, vanished } from './drift.js';
import { DriftRepository, type LedgerUser } from './drift.repository.js';

export interface DriftPage {
  readonly seen: number;
  /** Accounts without a binding: none of ours, never touched. */
  readonly foreign: number;
  readonly drifts: readonly Drift[];
}

export type DriftReport = DriftPage;

export interface DriftOrder {
  readonly actions: DriftSettings;
  readonly cause: Cause;
  /** Nothing is logged or changed. */
  readonly dryRun?: boolean;
  /** Written in the same transaction as the reaction to a page's differences. */
  readonly alongside?: (inside: Context, page: DriftPage) => Promise<void>;
}

/**
 * Compares the ledger with the accounts that the console really has, page by page. Foreign accounts are counted, never
 * touched.
 */
@Injectable()
export class DriftScan {
  constructor(
    private readonly database: Database,
    private readonly rows: DriftRepository,
    private readonly consoles: Consoles,
    private readonly groups: GroupLedger,
    private readonly log: ProvisionLog,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
  ) {}

  /** Throws the console's errors; accounts compared before that are settled. */
  async scan(context: Context, connection: StoredConnection, action: DriftAction, cause: Cause): Promise<DriftReport> {
    const report = { seen: 0, foreign: 0, drifts: [] as Drift[] };
    for await (const page of this.pages(context, connection, {
      actions: { changed: action, missing: action },
      cause,
    })) {
      report.seen += page.seen;
      report.foreign += page.foreign;
      report.drifts.push(...page.drifts);
    }
    return report;
  }

  /** Each page is settled when it is yielded; the last one reports the accounts that were on no page. */
  async *pages(context: Context, connection: StoredConnection, order: DriftOrder): AsyncGenerator<DriftPage> {
    const console = this.consoles.for(connection);
    const startedAt = this.clock.instant();
    const listed = new Set<string>();
    for await (const users of console.users(context)) {
      const ledger = await this.rows.byRemoteIds(
        context,
        connection,
        users.map(({ remoteId }) => remoteId),
        startedAt,
      );
      const ours = [...ledger.values()].filter(
        (each) => each.connectionId === connection.id && each.state === 'bound' && each.isAtRest,
      );
      const groupIds = await this.groupIds(context, console, connection, ours);
      const byId = new Map(ours.map((each) => [each.remoteId, each]));
      const drifts = users.flatMap((user) => {
        listed.add(user.remoteId);
        const known = byId.get(user.remoteId);
        return known ? driftOf(known, user, groupIds) : [];
      });
      yield await this.settle(
        context,
        connection,
        { seen: users.length, foreign: users.filter(({ remoteId }) => !ledger.has(remoteId)).length, drifts },
        order,
      );
    }
    const missing = (await this.rows.boundBefore(context, connection, startedAt))
      .filter(({ remoteId }) => !listed.has(remoteId))
      .map(vanished);
    if (missing.length > 0)
      yield await this.settle(context, connection, { seen: 0, foreign: 0, drifts: missing }, order);
  }

  private groupIds(
    context: Context,
    console: WifiConsole,
    { targetKey }: StoredConnection,
    ledger: readonly LedgerUser[],
  ): Promise<ReadonlyMap<string, string>> {
    const names = [...new Set(ledger.flatMap(({ applied }) => applied.groupName ?? []))];
    return console.transactional
      ? console.groups(context, names, operationPriority.scan)
      : this.groups.idsOf(context, console, targetKey, names, operationPriority.scan);
  }

  private async settle(
    context: Context,
    connection: StoredConnection,
    page: DriftPage,
    order: DriftOrder,
  ): Promise<DriftPage> {
    await this.database.transaction(context, async (inside) => {
      if (!order.dryRun) await this.act(inside, connection, page.drifts, order);
      await order.alongside?.(inside, page);
    });
    return page;
  }

  private async act(
    inside: Context,
    connection: StoredConnection,
    drifts: readonly Drift[],
    { actions, cause }: DriftOrder,
  ): Promise<void> {
    const now = this.clock.instant();
    const actionOn = (drift: Drift) => actions[kindOfDrift(drift)];
    const idsWhere = (holds: (drift: Drift) => boolean) => drifts.filter(holds).map(({ identityId }) => identityId);
    await this.rows.forget(
      inside,
      idsWhere((drift) => kindOfDrift(drift) === 'missing' && actions.missing !== 'report'),
      now,
    );
    await this.repair(
      inside,
      connection,
      idsWhere((drift) => actionOn(drift) === 'repair'),
      cause,
      now,
    );
    await this.log.append(
      inside,
      drifts
        .filter((drift) => actionOn(drift) !== 'repair')
        .map((drift): LogEntry => ({
          connectionId: connection.id,
          subjectId: null,
          identityId: drift.identityId,
          kind: 'drift',
          status: 'skipped',
          cause,
          account: drift.account,
          before: drift.expected,
          after: drift.found,
          detail: actionOn(drift) === 'accept' ? 'changed at the console, left as it is' : 'changed at the console',
        })),
    );
  }

  private async repair(
    inside: Context,
    { targetKey }: StoredConnection,
    identityIds: readonly string[],
    cause: Cause,
    now: Instant,
  ): Promise<void> {
    if (identityIds.length === 0) return;
    await this.rows.sayAgain(inside, identityIds, { ...cause, actor: inside.actor.name }, now);
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'due', organizationId: inside.organizationId, key: targetKey }),
    );
  }
}
