import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import {
  type ConsoleOperation,
  type ConsoleUser,
  operationPriority,
  type WifiConsole,
} from '../wifi-console/port/wifi-console.js';
import type { Account } from '../identity/account.js';
import { CredentialOutbox } from '../deliver/credential-outbox.js';
import { type LogEntry, ProvisionLog } from '../identity/provision-log.js';
import { described } from './difference.js';
import { type FinishedOperation, OperationRepository, type UnsettledOperation } from './operation.repository.js';
import type { BindingWrite } from './settlement.js';
import { WorkRepository } from './work.repository.js';

type UserCreation = Extract<ConsoleOperation, { kind: 'create_user' }>;

interface Finding {
  readonly finished: FinishedOperation;
  readonly binding?: BindingWrite;
  readonly log?: LogEntry;
  /** The console cannot say what became of the call, and a repetition could issue the vouchers twice. */
  readonly isAmbiguous?: boolean;
}

/**
 * Finds out what became of calls without a recorded answer, before anything is sent again: if a creation did happen,
 * the account is already ours.
 */
@Injectable()
export class Prober {
  constructor(
    private readonly database: Database,
    private readonly work: WorkRepository,
    private readonly operations: OperationRepository,
    private readonly log: ProvisionLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly outbox: CredentialOutbox,
  ) {}

  /** Ids of identities with a call of unknown fate. */
  async inDoubt(context: Context, accounts: readonly Account[]): Promise<ReadonlySet<string>> {
    if (accounts.length === 0) return new Set();
    return new Set(
      (
        await this.operations.unsettled(
          context,
          accounts.map(({ id }) => id),
        )
      ).map(({ identityId }) => identityId),
    );
  }

  /** Ids of identities whose vouchers may or may not exist. Throws what the console's look-up throws. */
  async probe(context: Context, console: WifiConsole, accounts: readonly Account[]): Promise<ReadonlySet<string>> {
    const open = await this.operations.unsettled(
      context,
      accounts.map(({ id }) => id),
    );
    if (open.length === 0) return new Set();
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const ambiguous = new Set<string>();
    for (const operation of open) {
      const account = byId.get(operation.identityId);
      if (!account) continue;
      const finding = await this.find(context, console, account, operation);
      if (finding.isAmbiguous) ambiguous.add(account.id);
      await this.record(context, account, operation, finding);
    }
    return ambiguous;
  }

  private async find(
    context: Context,
    console: WifiConsole,
    account: Account,
    operation: UnsettledOperation,
  ): Promise<Finding> {
    const cancelled = { finished: { id: operation.id, state: 'cancelled', detail: null } } as const;
    if (operation.kind === 'create_vouchers') {
      const detail = 'it is not known whether these vouchers were made; ask for them again when they were not';
      return {
        finished: { id: operation.id, state: 'failed', detail },
        isAmbiguous: true,
        log: this.entry(account, operation, 'unknown', detail),
      };
    }
    if (operation.kind !== 'create_user' || !operation.request.user) return cancelled;
    const creation = operation.request.operation as UserCreation;
    const user = await console.findUser(context, { username: creation.user.username }, operationPriority.grant);
    const claim = user && (await this.claimOn(context, account, creation, user));
    if (!user || !claim) return cancelled;
    return {
      finished: { id: operation.id, state: 'done', detail: null },
      binding: {
        id: this.ids.next(),
        identityId: account.id,
        connectionId: account.connectionId,
        targetKey: account.targetKey,
        kind: 'user',
        remoteId: user.remoteId,
        name: user.username,
        ownership: claim,
        state: 'bound',
        applied: operation.request.user,
        endedAt: null,
      },
      log: this.entry(account, operation, 'done', 'found at the console after the answer was lost'),
    };
  }

  /**
   * Certainly ours by the id that we gave it. On a console that keeps no such ids: an account of exactly the name and
   * group that we asked for, which belongs to none of ours; it is used, but never deleted.
   */
  private async claimOn(
    context: Context,
    account: Account,
    creation: UserCreation,
    user: ConsoleUser,
  ): Promise<'owned' | 'adopted' | null> {
    if (user.externalId === account.id) return 'owned';
    const owners = await this.work.owners(context, account.targetKey, [user.remoteId]);
    const isAsked =
      user.externalId === null &&
      user.groupId !== null &&
      user.groupId === creation.groupId &&
      user.disabled === creation.user.disabled;
    return isAsked && owners.size === 0 ? 'adopted' : null;
  }

  private async record(
    context: Context,
    account: Account,
    { id, identityId, kind, request }: UnsettledOperation,
    finding: Finding,
  ): Promise<void> {
    const now = this.clock.instant();
    await this.database.transaction(context, async (inside) => {
      if (!(await this.work.stillClaimed(inside, [account])).has(identityId)) return;
      await this.operations.finish(inside, [finding.finished], now);
      if (kind === 'change_user') await this.operations.distrust(inside, [identityId], now);
      if (finding.binding) await this.work.saveBindings(inside, [finding.binding], now);
      if (finding.log) await this.log.append(inside, [finding.log]);
      if (finding.binding && request.user)
        await this.outbox.found(inside, account, id, request.subjectId, request.user);
    });
  }

  private entry(
    account: Account,
    { kind, request }: UnsettledOperation,
    status: LogEntry['status'],
    detail: string,
  ): LogEntry {
    return {
      connectionId: account.connectionId,
      subjectId: request.subjectId,
      identityId: account.id,
      kind,
      status,
      cause: account.cause,
      account: request.user?.username ?? null,
      before: null,
      after: request.user && described(request.user),
      detail,
    };
  }
}
