import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type BatchStep, type BatchTrace, SpanKind, tracedBatch } from '../../kernel/tracing.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Ids } from '../../kernel/ids.js';
import type { Turn } from '../../kernel/queues/keyed-queue.js';
import { Log } from '../../kernel/log.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConsoleRefused, ConsoleUnavailable } from '../wifi-console/port/console-problems.js';
import {
  operationPriority,
  type OperationPriority,
  type OperationOutcome,
  type WifiConsole,
} from '../wifi-console/port/wifi-console.js';
import { ConsoleOutages } from '../host/console-outages.js';
import { Quarantines } from '../host/quarantines.js';
import type { Account } from '../identity/account.js';
import { ConsoleRequests, groupNameOf, hasGroup, noGroup } from './console-request.js';
import { Consoles } from '../wifi-console/consoles.js';
import { GroupLedger } from './group-ledger.js';
import { LeaseKeeper } from './lease-keeper.js';
import { inNameOrder, temporaryRename } from './name-order.js';
import { consoleRefusedCode, isPermitted, type WritePermission, permissionOf } from '../connection/permission.js';
import { type Plan, planFor, type PlannedOperation } from './plan.js';
import { Prober } from './prober.js';
import { RemoteSettling, type SentOperation } from './remote-settling.js';
import { WorkRepository } from './work.repository.js';

/** How long to wait before trying a console that refused our key. */
const nextLookSeconds = 300;

interface Batch {
  readonly targetKey: string;
  readonly isAway: boolean;
  readonly console: WifiConsole;
  readonly free: Turn['free'];
  readonly plans: readonly Plan[];
  readonly permissionOf: (plan: Plan) => WritePermission;
  readonly beginCall: (sent: readonly SentOperation[]) => BatchStep;
}

/**
 * One batch of identities of a remote console. In order: lease them (WorkRepository), ask the console about calls of
 * unknown fate (Prober), plan, commit the operations as in flight (RemoteSettling), send them, settle the answers. If a
 * process dies in between, the next claim finds the call and asks before it repeats it.
 */
@Injectable()
export class RemotePass {
  constructor(
    private readonly work: WorkRepository,
    private readonly connections: ConnectionRepository,
    private readonly quarantines: Quarantines,
    private readonly outages: ConsoleOutages,
    private readonly consoles: Consoles,
    private readonly leases: LeaseKeeper,
    private readonly prober: Prober,
    private readonly groups: GroupLedger,
    private readonly requests: ConsoleRequests,
    private readonly settling: RemoteSettling,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Returns the number of identities worked on; `mostUrgentOnly` handles revocations only. `free`: a console's budget
   * or silence can take minutes, in which the others have this place.
   */
  async run(
    context: Context,
    targetKey: string,
    limit: number,
    mostUrgentOnly: boolean,
    owner: string,
    free: Turn['free'] = (outside) => outside(),
  ): Promise<number> {
    const priority = mostUrgentOnly ? operationPriority.revoke : operationPriority.cosmetic;
    const accounts = await this.work.claim(context, targetKey, this.clock.instant(), limit, priority, {
      owner,
      untilAt: this.leases.until(),
    });
    if (accounts.length > 0)
      await this.leases.during(context, accounts, () =>
        tracedBatch((steps) => this.workOff(context, targetKey, accounts, steps, free)),
      );
    return accounts.length;
  }

  private async workOff(
    context: Context,
    targetKey: string,
    accounts: readonly Account[],
    steps: BatchTrace,
    free: Turn['free'],
  ): Promise<void> {
    const traces = accounts.map(({ cause }) => cause?.traceparent);
    const reconcile = steps.begin('reconcile', traces, { 'usher.batch_size': accounts.length });
    const connections = await this.connections.loadMany(context, [
      ...new Set(accounts.map(({ connectionId }) => connectionId)),
    ]);
    const permissions = new Map(connections.map((connection) => [connection.id, permissionOf(connection)]));
    const permitted = (account: Account): WritePermission => permissions.get(account.connectionId) ?? 'nothing';
    const usable = connections.filter(
      (connection) => permissions.get(connection.id) !== 'nothing' && connection.targetKey === targetKey,
    );
    try {
      // All connections of a target use the same console with the same key.
      const console = usable.length > 0 ? this.consoles.for(usable[0]) : null;
      const active = console ? accounts.filter((account) => permitted(account) !== 'nothing') : [];
      // An identity that the prober could not clear is not settled: the ledger may lack an account that exists.
      const inDoubt = await this.prober.inDoubt(
        context,
        accounts.filter((account) => !active.includes(account)),
      );
      await this.settling.postpone(
        context,
        accounts.filter(({ id }) => inDoubt.has(id)),
        { code: 'held', detail: 'its connection is paused' },
        null,
      );
      const ambiguous = console ? await free(() => this.prober.probe(context, console, active)) : new Set<string>();
      const now = this.clock.instant();
      const known = accounts.filter(({ id }) => !inDoubt.has(id));
      const plans = (await this.work.accountStates(context, known, now)).map((accountState) =>
        planFor(accountState, now, this.ids),
      );
      await this.settling.ambiguous(
        context,
        plans.filter(({ account }) => ambiguous.has(account.id)),
      );
      const rest = plans.filter(({ account }) => !ambiguous.has(account.id));
      if (console)
        await this.sendAll(context, {
          targetKey,
          isAway: usable.some(({ consoleOutage }) => consoleOutage !== null),
          console,
          free,
          plans: rest,
          permissionOf: ({ account }) => permitted(account),
          beginCall: (sent) =>
            steps.begin(
              'write to the console',
              sent.map(({ account: { cause } }) => reconcile.after(cause?.traceparent)),
              { 'usher.console': 'remote', 'usher.batch_size': sent.length },
              SpanKind.CLIENT,
            ),
        });
      else await this.settling.settle(context, rest, new Map(), () => false);
    } catch (error) {
      await this.giveBack(context, accounts, usable, error);
    }
  }

  private async sendAll(context: Context, batch: Batch): Promise<void> {
    const { plans, permissionOf } = batch;
    const allowed = (plan: Plan, operation: PlannedOperation) => isPermitted(operation, permissionOf(plan));
    const busy = plans.filter((plan) => plan.operations.some((operation) => allowed(plan, operation)));
    await this.settling.settle(
      context,
      plans.filter((plan) => !busy.includes(plan)),
      new Map(),
      allowed,
    );
    for (const [priority, group] of byUrgency(busy)) {
      await this.send(context, { ...batch, plans: group }, priority, allowed);
    }
  }

  private async send(
    context: Context,
    { targetKey, isAway, console, free, plans, beginCall }: Batch,
    priority: OperationPriority,
    allowed: (plan: Plan, operation: PlannedOperation) => boolean,
  ): Promise<void> {
    const accountOf = new Map(
      plans.flatMap((plan) => plan.operations.map((operation) => [operation.id, plan.account] as const)),
    );
    const wanted = plans.flatMap((plan) => plan.operations.filter((operation) => allowed(plan, operation)));
    const ordered = inNameOrder(wanted, (operation) => {
      const aside = temporaryRename(operation, this.ids);
      accountOf.set(aside.id, accountOf.get(operation.id) as Account);
      return aside;
    });
    const names = [...new Set(ordered.flatMap((each) => groupNameOf(each) ?? []))];
    const groups = await free(() => this.groups.idsOf(context, console, targetKey, names, priority));
    const refused = ordered.filter((each) => !hasGroup(each, groups)).map(({ id }) => [id, noGroup] as const);
    const sendable = ordered
      .filter((each) => hasGroup(each, groups))
      .map((planned): SentOperation => {
        const account = accountOf.get(planned.id) as Account;
        return { account, planned, operation: this.requests.of(account, planned, groups) };
      });
    const sent = await this.settling.begin(context, sendable);
    const call = beginCall(sent);
    const answers = await free(() => this.answers(context, console, sent, priority));
    call.end();
    // Before the answers are settled: what waits for the console is never without an outage that looks after it.
    await this.outages.note(context, targetKey, isAway, [...answers.values()]);
    await this.groups.forget(context, targetKey, [
      ...new Set(
        sent.flatMap(({ planned }) =>
          answers.get(planned.id)?.status === 'refused' ? (groupNameOf(planned) ?? []) : [],
        ),
      ),
    ]);
    await this.settling.settle(context, plans, new Map([...answers, ...refused]), allowed);
  }

  /** An error during a call says nothing about what arrived; a refused key proves that nothing did. */
  private async answers(
    context: Context,
    console: WifiConsole,
    sent: readonly SentOperation[],
    priority: OperationPriority,
  ): Promise<ReadonlyMap<string, OperationOutcome>> {
    try {
      const outcomes = await console.apply(
        context,
        sent.map(({ operation }) => operation),
        priority,
        (operationIds) => this.stillClaimed(context, sent, operationIds),
      );
      return new Map(sent.map(({ planned }, index) => [planned.id, outcomes[index]]));
    } catch (error) {
      if (error instanceof ConsoleRefused) {
        await this.settling.withdraw(context, sent);
        throw error;
      }
      this.log.warn({ targetKey: sent[0]?.account.targetKey, reason: String(error) }, 'answer of a console lost');
      return new Map(sent.map(({ planned }) => [planned.id, { status: 'unknown', detail: 'the answer was lost' }]));
    }
  }

  private async stillClaimed(
    context: Context,
    sent: readonly SentOperation[],
    operationIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const asked = sent.filter(({ operation }) => operationIds.includes(operation.id));
    const accounts = [...new Map(asked.map(({ account }) => [account.id, account])).values()];
    const held = await this.leases.stillHeld(context, accounts);
    return new Set(asked.filter(({ account }) => held.has(account.id)).map(({ operation }) => operation.id));
  }

  /** What could not even be sent is tried later; a console that refuses our key quarantines its connections. */
  private async giveBack(
    context: Context,
    accounts: readonly Account[],
    connections: readonly StoredConnection[],
    error: unknown,
  ): Promise<void> {
    // Nothing can be recorded now: the leases expire by themselves, and the attempt does not count.
    if (error instanceof DatabaseUnavailable) throw error;
    if (error instanceof ConsoleRefused) {
      for (const each of connections)
        await this.quarantines.begin(
          context,
          each,
          { code: consoleRefusedCode, detail: error.message },
          nextLookSeconds,
        );
      return this.settling.postpone(context, accounts, { code: 'held', detail: error.message }, null);
    }
    const detail =
      error instanceof ConsoleUnavailable ? error.message : 'something went wrong here; see the process log';
    if (!(error instanceof ConsoleUnavailable))
      this.log.error({ targetKey: accounts[0].targetKey, reason: String(error) }, 'batch for a remote console failed');
    const isAway = error instanceof ConsoleUnavailable && error.isAway;
    if (isAway) await this.outages.begin(context, accounts[0].targetKey, detail);
    await this.settling.postpone(
      context,
      accounts,
      { code: isAway ? 'unreachable' : 'retry', detail },
      error instanceof ConsoleUnavailable ? error.notBeforeAt : null,
    );
  }
}

/** Revocations first, then what gives access or a name, then the rest. */
function byUrgency(plans: readonly Plan[]): [OperationPriority, Plan[]][] {
  const urgency = ({ operations }: Plan): OperationPriority => {
    const priority = Math.min(...operations.map((each) => each.priority)) as OperationPriority;
    // Names pass on within one call only: the account that gives a name up goes with the one that takes it.
    return priority === operationPriority.change && operations.some(({ changes }) => changes.username !== undefined)
      ? operationPriority.grant
      : priority;
  };
  return ([operationPriority.revoke, operationPriority.grant, operationPriority.change] as const)
    .map((priority): [OperationPriority, Plan[]] => [priority, plans.filter((plan) => urgency(plan) === priority)])
    .filter(([, group]) => group.length > 0);
}
