import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type BatchTrace, tracedBatch } from '../../kernel/tracing.js';
import { Ids } from '../../kernel/ids.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { operationPriority, type OperationOutcome, type WifiConsole } from '../wifi-console/port/wifi-console.js';
import { CredentialOutbox } from '../deliver/credential-outbox.js';
import { madeCredentials } from './made-credentials.js';
import type { Account } from '../identity/account.js';
import { ConsoleRequests, groupNameOf, hasGroup, noGroup } from './console-request.js';
import { BuiltInWifiConsole } from '../wifi-console/built-in/built-in-wifi-console.js';
import { inNameOrder, temporaryRename } from './name-order.js';
import { isPermitted, permissionOf } from '../connection/permission.js';
import { type Plan, planFor, type PlannedOperation } from './plan.js';
import { PlanSettling } from './plan-settling.js';
import { WorkRepository } from './work.repository.js';

/** An account renamed aside has no creation to name it in. */
const nobody = { id: '', connectionId: '' };

/**
 * One batch of identities whose console is in this database. Decision, change, ledger and log share one transaction:
 * each happens exactly once, and a process that dies leaves nothing half done.
 * The batch in order: claim due identities (WorkRepository), plan each (planFor), apply the permitted operations
 * through the console's port, settle the outcomes with their log (PlanSettling), queue credentials for delivery.
 */
@Injectable()
export class OwnPass {
  constructor(
    private readonly database: Database,
    private readonly work: WorkRepository,
    private readonly connections: ConnectionRepository,
    @Inject(BuiltInWifiConsole) private readonly builtIn: WifiConsole,
    private readonly requests: ConsoleRequests,
    private readonly settling: PlanSettling,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly outbox: CredentialOutbox,
  ) {}

  /**
   * Returns the number of identities worked on; reports `full` as soon as there are `limit` of them. Throws the
   * database's errors; then nothing happened.
   */
  run(context: Context, targetKey: string, limit: number, full: () => void = () => undefined): Promise<number> {
    return tracedBatch((steps) =>
      this.database.transaction(context, (inside) => this.batch(inside, targetKey, limit, full, steps)),
    );
  }

  private async batch(
    inside: Context,
    targetKey: string,
    limit: number,
    full: () => void,
    steps: BatchTrace,
  ): Promise<number> {
    const now = this.clock.instant();
    const accounts = await this.work.take(inside, targetKey, now, limit);
    if (accounts.length === 0) return 0;
    if (accounts.length === limit) full();
    const traces = accounts.map(({ cause }) => cause?.traceparent);
    const reconcile = steps.begin('reconcile', traces, { 'usher.batch_size': accounts.length });
    const [accountStates, connections] = await Promise.all([
      this.work.accountStates(inside, accounts, now),
      this.connections.loadMany(inside, [...new Set(accounts.map(({ connectionId }) => connectionId))]),
    ]);
    const permissions = new Map(connections.map((connection) => [connection.id, permissionOf(connection)]));
    const plans = accountStates.map((accountState) => planFor(accountState, now, this.ids));
    const permitted = (plan: Plan, operation: PlannedOperation) =>
      isPermitted(operation, permissions.get(plan.account.connectionId) ?? 'nothing');
    const accountOf = new Map(
      plans.flatMap((plan) => plan.operations.map((operation) => [operation.id, plan.account] as const)),
    );
    const wanted = plans.flatMap((plan) => plan.operations.filter((operation) => permitted(plan, operation)));

    const write = steps.begin(
      'write to the console',
      wanted.map(({ id }) => reconcile.after(accountOf.get(id)?.cause?.traceparent)),
      { 'usher.console': 'built-in', 'usher.batch_size': wanted.length },
    );
    const outcomes = await this.apply(inside, wanted, accountOf);
    write.end();
    await this.settling.settle(inside, plans, outcomes, permitted, now, {
      traceOf: ({ cause }) => write.after(reconcile.after(cause?.traceparent)),
    });
    await this.outbox.write(inside, connections, () => madeCredentials(plans, outcomes));
    return accounts.length;
  }

  private async apply(
    inside: Context,
    operations: readonly PlannedOperation[],
    accountOf: ReadonlyMap<string, Account>,
  ): Promise<Map<string, OperationOutcome>> {
    if (operations.length === 0) return new Map();
    const ordered = inNameOrder(operations, (operation) => temporaryRename(operation, this.ids));
    const names = [...new Set(ordered.flatMap((each) => groupNameOf(each) ?? []))];
    const groups = await this.builtIn.groups(inside, names, operationPriority.grant);
    const possible = ordered.filter((each) => hasGroup(each, groups));
    const requests = possible.map((operation) =>
      this.requests.of(accountOf.get(operation.id) ?? nobody, operation, groups),
    );
    const outcomes = await this.builtIn.apply(inside, requests, operationPriority.grant);
    const refused = ordered
      .filter((each) => !hasGroup(each, groups))
      .map((operation) => [operation.id, noGroup] as const);
    return new Map([...possible.map((operation, index) => [operation.id, outcomes[index]] as const), ...refused]);
  }
}
