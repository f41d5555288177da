import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { ConsoleOperation, OperationOutcome } from '../wifi-console/port/wifi-console.js';
import { CredentialOutbox } from '../deliver/credential-outbox.js';
import { madeCredentials } from './made-credentials.js';
import { outsideRetry } from '../host/outside-retry.js';
import { attemptsAfter, waitsForReturnUntil } from './next-try.js';
import type { Account, AccountProblem } from '../identity/account.js';
import { type FinishedOperation, OperationRepository } from './operation.repository.js';
import type { Plan, PlannedOperation } from './plan.js';
import { temporaryRenameId } from './name-order.js';
import type { Settlement } from './settlement.js';
import { PlanSettling } from './plan-settling.js';
import { WorkRepository } from './work.repository.js';
import { usernameKey } from '../../kernel/username-key.js';

export interface SentOperation {
  readonly account: Account;
  readonly planned: PlannedOperation;
  readonly operation: ConsoleOperation;
}

const finishedStates: Readonly<Record<OperationOutcome['status'], FinishedOperation['state']>> = {
  done: 'done',
  gone: 'done',
  taken: 'failed',
  refused: 'failed',
  retry: 'planned',
  unknown: 'unknown',
};

/** Records what is sent to a remote console and what it answered; refuses a worker that has lost its claim. */
@Injectable()
export class RemoteSettling {
  constructor(
    private readonly database: Database,
    private readonly work: WorkRepository,
    private readonly operations: OperationRepository,
    private readonly settling: PlanSettling,
    private readonly ids: Ids,
    private readonly chance: Chance,
    private readonly clock: Clock,
    private readonly outbox: CredentialOutbox,
  ) {}

  /** Commits the operations as in flight; returns those that may be sent. */
  begin(context: Context, wanted: readonly SentOperation[]): Promise<readonly SentOperation[]> {
    const now = this.clock.instant();
    return this.database.transaction(context, async (inside) => {
      const held = await this.work.stillClaimed(
        inside,
        wanted.map(({ account }) => account),
      );
      const sent = wanted.filter(({ account }) => held.has(account.id));
      await this.operations.send(
        inside,
        sent.map(({ account, planned, operation }) => {
          const { password: _password, ...stored } = { password: null, ...operation };
          return {
            account,
            operation,
            request: { operation: stored, user: planned.user, subjectId: planned.subjectId },
          };
        }),
        now,
      );
      return sent;
    });
  }

  /** `answers` by operation; an operation without one was not sent. */
  async settle(
    context: Context,
    plans: readonly Plan[],
    answers: ReadonlyMap<string, OperationOutcome>,
    allowed: (plan: Plan, operation: PlannedOperation) => boolean,
  ): Promise<void> {
    if (plans.length === 0) return;
    const now = this.clock.instant();
    await this.database.transaction(context, async (inside) => {
      const held = await this.work.stillClaimed(
        inside,
        plans.map(({ account }) => account),
      );
      const mine = plans.filter(({ account }) => held.has(account.id));
      // Must come first, or the calls of this very batch would count as of unknown fate.
      const own = new Set(
        mine.flatMap(({ operations }) => operations.flatMap(({ id }) => [id, temporaryRenameId(id, this.ids)])),
      );
      await this.operations.finish(
        inside,
        [...answers]
          .filter(([id]) => own.has(id))
          .map(([id, outcome]) => ({
            id,
            state: finishedStates[outcome.status],
            detail: 'detail' in outcome ? (outcome.detail ?? null) : null,
          })),
        now,
      );
      const inDoubt = [...answers.values()].some(({ status }) => status === 'taken')
        ? await this.operations.namesInDoubt(inside, plans[0].account.targetKey)
        : new Set<string>();
      await this.settling.settle(inside, mine, answers, allowed, now, {
        isInDoubt: (username) => inDoubt.has(usernameKey(username)),
      });
      await this.outbox.confirmed(inside, madeCredentials(mine, answers));
    });
  }

  /** Vouchers that may or may not exist: only an operator may request them again. */
  async ambiguous(context: Context, plans: readonly Plan[]): Promise<void> {
    await this.rest(
      context,
      plans.map(({ account, next }) => ({
        account,
        done: true,
        dueAt: next.at,
        priority: next.priority,
        attempts: 0,
        problem: { code: 'vouchers_unknown', detail: 'it is not known whether its vouchers were made' },
      })),
    );
  }

  /**
   * Nothing was sent: try again at `notBeforeAt` or after a while; `held` waits until it is released, `unreachable`
   * until the console is back.
   */
  async postpone(
    context: Context,
    accounts: readonly Account[],
    problem: AccountProblem & { readonly code: 'held' | 'unreachable' | 'retry' },
    notBeforeAt: Instant | null,
  ): Promise<void> {
    const now = this.clock.instant();
    await this.rest(
      context,
      accounts.map((account) => {
        const attempts = attemptsAfter(account, problem.code === 'unreachable');
        const dueAt = {
          held: () => null,
          unreachable: () => waitsForReturnUntil(now, attempts, this.chance),
          retry: () => outsideRetry.nextAt(now, attempts, this.chance, notBeforeAt),
        }[problem.code]();
        return {
          account,
          done: false,
          dueAt,
          priority: account.priority,
          attempts: notBeforeAt ? account.attempts : attempts,
          problem,
        };
      }),
    );
  }

  /** Certainly not carried out. */
  async withdraw(context: Context, sent: readonly SentOperation[]): Promise<void> {
    await this.operations.finish(
      context,
      sent.map(({ planned }) => ({ id: planned.id, state: 'planned', detail: null })),
      this.clock.instant(),
    );
  }

  private async rest(
    context: Context,
    rests: readonly Omit<Settlement, 'bindings' | 'log' | 'dispute' | 'wantsSuffix' | 'isUndisputed'>[],
  ): Promise<void> {
    if (rests.length === 0) return;
    await this.database.transaction(context, async (inside) => {
      const held = await this.work.stillClaimed(
        inside,
        rests.map(({ account }) => account),
      );
      const mine = rests.filter(({ account }) => held.has(account.id));
      await this.settling.record(
        inside,
        mine.map((each) => ({
          ...each,
          bindings: [],
          log: [],
          dispute: null,
          wantsSuffix: false,
          isUndisputed: false,
        })),
        this.clock.instant(),
      );
    });
  }
}
