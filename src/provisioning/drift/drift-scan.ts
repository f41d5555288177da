import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { type ConsoleUser, operationPriority, type WifiConsole } from '../console-port/wifi-console.js';
import type { Cause } from '../entitle/entitler.js';
import { Doorbell } from '../doorbell/doorbell.js';
import { type LogEntry, ProvisionLog } from '../log/provision-log.js';
import { Consoles } from '../reconcile/consoles.js';
import { GroupLedger } from '../reconcile/group-ledger.js';
import { DriftRepository, type LedgerUser } from './drift.repository.js';

/** What becomes of an account of ours that somebody else changed: told, written back, or left as it now is. */
export type DriftAction = 'report' | 'repair' | 'accept';

export interface Drift {
  readonly identityId: string;
  readonly account: string;
  /** `null`: the account is not there any more. Field names as in the API. */
  readonly found: Readonly<Record<string, unknown>> | null;
  readonly expected: Readonly<Record<string, unknown>>;
}

export interface DriftReport {
  readonly seen: number;
  /** Accounts without a binding: nobody of ours ever touches them. */
  readonly foreign: number;
  readonly drifts: readonly Drift[];
}

/** Compares the ledger with what the console really has, a page at a time. Foreign accounts are counted, never touched. */
@Injectable()
export class DriftScan {
  constructor(
    private readonly database: Database,
    private readonly rows: DriftRepository,
    private readonly consoles: Consoles,
    private readonly groups: GroupLedger,
    private readonly log: ProvisionLog,
    private readonly doorbell: Doorbell,
    private readonly clock: Clock,
  ) {}

  /** Throws what the console throws; accounts that were looked at until then are settled. */
  async scan(context: Context, connection: StoredConnection, action: DriftAction, cause: Cause): Promise<DriftReport> {
    const console = this.consoles.for(connection);
    const startedAt = this.clock.instant();
    const drifts: Drift[] = [];
    const listed = new Set<string>();
    let foreign = 0;
    for await (const page of console.users(context)) {
      const ledger = await this.rows.byRemoteIds(context, connection, page.map(({ remoteId }) => remoteId));
      const groupIds = await this.groupIds(context, console, connection, [...ledger.values()]);
      const found = page.flatMap((user) => {
        listed.add(user.remoteId);
        const known = ledger.get(user.remoteId);
        if (!known) foreign += 1;
        return known && known.connectionId === connection.id && known.state === 'bound' ? driftOf(known, user, groupIds) : [];
      });
      await this.settle(context, connection, found, action, cause);
      drifts.push(...found);
    }
    const missing = (await this.rows.boundBefore(context, connection, startedAt)).filter(({ remoteId }) => !listed.has(remoteId)).map(vanished);
    await this.settle(context, connection, missing, action, cause);
    return { seen: listed.size, foreign, drifts: [...drifts, ...missing] };
  }

  private groupIds(context: Context, console: WifiConsole, { targetKey }: StoredConnection, ledger: readonly LedgerUser[]): Promise<ReadonlyMap<string, string>> {
    const names = [...new Set(ledger.flatMap(({ applied }) => applied.groupName ?? []))];
    return console.transactional ? console.groups(context, names, operationPriority.scan) : this.groups.idsOf(context, console, targetKey, names, operationPriority.scan);
  }

  private async settle(context: Context, connection: StoredConnection, drifts: readonly Drift[], action: DriftAction, cause: Cause): Promise<void> {
    if (drifts.length === 0) return;
    await this.database.transaction(context, async (inside) => {
      const now = this.clock.instant();
      const gone = drifts.filter(({ found }) => found === null).map(({ identityId }) => identityId);
      if (action !== 'report') await this.rows.forget(inside, gone, now);
      if (action === 'repair') {
        await this.rows.sayAgain(inside, drifts.map(({ identityId }) => identityId), { ...cause, actor: inside.actor.name }, now);
        this.database.afterCommit(inside, () => this.doorbell.ring({ topic: 'due', organizationId: inside.organizationId, key: connection.targetKey }));
        return;
      }
      await this.log.append(inside, drifts.map(({ identityId, account, found, expected }): LogEntry => ({
        connectionId: connection.id, subjectId: null, identityId, kind: 'drift', status: 'skipped', cause, account, before: expected, after: found,
        detail: action === 'accept' ? 'changed at the console, left as it is' : 'changed at the console',
      })));
    });
  }
}

function driftOf({ identityId, applied }: LedgerUser, user: ConsoleUser, groupIds: ReadonlyMap<string, string>): Drift[] {
  const expectedGroup = applied.groupName === null ? null : groupIds.get(applied.groupName);
  const pairs: [string, unknown, unknown][] = [
    ['username', applied.username, user.username],
    ['disabled', applied.disabled, user.disabled],
    // A console that does not offer a field says null.
    ...(user.validUntil === null ? [] : [['valid_until', applied.validUntil, user.validUntil] as [string, unknown, unknown]]),
    ...(user.groupId === null || !expectedGroup ? [] : [['group_id', expectedGroup, user.groupId] as [string, unknown, unknown]]),
  ];
  const different = pairs.filter(([, expected, found]) => expected !== found);
  if (different.length === 0) return [];
  return [{
    identityId, account: applied.username,
    expected: Object.fromEntries(different.map(([name, expected]) => [name, expected])),
    found: Object.fromEntries(different.map(([name, , found]) => [name, found])),
  }];
}

function vanished({ identityId, applied }: LedgerUser): Drift {
  return { identityId, account: applied.username, expected: { username: applied.username, disabled: applied.disabled }, found: null };
}
