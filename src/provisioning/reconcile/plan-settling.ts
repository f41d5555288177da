import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { OperationOutcome } from '../wifi-console/port/wifi-console.js';
import type { Account } from '../identity/account.js';
import { ProvisionLog } from '../identity/provision-log.js';
import type { Plan, PlannedOperation } from './plan.js';
import { Heirs } from './heirs.js';
import { type Settlement, settlementOf, type SettlingTools } from './settlement.js';
import { Suffixing } from './suffixing.js';
import { WorkRepository } from './work.repository.js';

interface SettlingNotes {
  readonly isInDoubt?: (username: string) => boolean;
  readonly traceOf?: (account: Account) => string | undefined;
}

/** Writes what became of planned accounts: the same for either console. */
@Injectable()
export class PlanSettling {
  constructor(
    private readonly work: WorkRepository,
    private readonly suffixing: Suffixing,
    private readonly heirs: Heirs,
    private readonly log: ProvisionLog,
    private readonly ids: Ids,
    private readonly chance: Chance,
  ) {}

  /**
   * `outcomes` by operation; one without was not carried out. `isInDoubt`: whether an account of this name may turn out
   * to be ours. `traceOf`: the trace that an account's next login is a step of.
   */
  async settle(
    inside: Context,
    plans: readonly Plan[],
    outcomes: ReadonlyMap<string, OperationOutcome>,
    allowed: (plan: Plan, operation: PlannedOperation) => boolean,
    now: Instant,
    { isInDoubt = () => false, traceOf }: SettlingNotes = {},
  ): Promise<void> {
    if (plans.length === 0) return;
    const holders = [...outcomes.values()].flatMap((outcome) =>
      outcome.status === 'taken' && outcome.remoteId ? [outcome.remoteId] : [],
    );
    const owners = await this.work.owners(inside, plans[0].account.targetKey, holders);
    const tools: SettlingTools = {
      ids: this.ids,
      now,
      chance: this.chance,
      isOurs: (remoteId, username) => (remoteId !== null && owners.has(remoteId)) || isInDoubt(username),
    };
    const settlements = plans.map((plan) =>
      settlementOf(
        plan,
        plan.operations.flatMap((operation) => {
          const outcome = outcomes.get(operation.id);
          return outcome ? [{ operation, outcome }] : [];
        }),
        plan.operations.filter((operation) => !allowed(plan, operation)),
        tools,
      ),
    );
    await this.record(inside, settlements, now, traceOf);
    const handedOver = plans.filter(({ isHandedOver }) => isHandedOver).map(({ account }) => account);
    await this.heirs.succeed(inside, handedOver, now);
  }

  async record(
    inside: Context,
    settlements: readonly Settlement[],
    now: Instant,
    traceOf?: SettlingNotes['traceOf'],
  ): Promise<void> {
    await Promise.all([
      this.work.settle(inside, settlements, now, traceOf),
      this.log.append(
        inside,
        settlements.flatMap(({ log }) => log),
      ),
    ]);
    await this.suffixing.moveOn(
      inside,
      settlements.filter(({ wantsSuffix }) => wantsSuffix).map(({ account }) => account),
      now,
    );
  }
}
