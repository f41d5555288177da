import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Entitlement } from '../identity/entitlement.js';
import type { Account, Binding } from '../identity/account.js';
import type { AccountState } from './plan.js';
import * as sql from './reconcile.statements.js';
import type { BindingWrite, Settlement } from './settlement.js';

export interface DueTarget {
  readonly organizationId: string;
  readonly targetKey: string;
}

/** In `identities.login_trace`, until somebody tried to log in as this account. */
export interface LoginTrace {
  readonly traceparent: string;
  /** When the account was last written to. */
  readonly at: Instant;
}

export interface IdentityLease {
  readonly owner: string;
  readonly untilAt: Instant;
}

/** Identities as work: claimed in batches, read whole, settled in a few statements. */
@Injectable()
export class WorkRepository {
  constructor(private readonly database: Database) {}

  dueTargets(everywhere: Context, now: Instant): Promise<DueTarget[]> {
    return this.database.query(everywhere, sql.dueTargets, [now]);
  }

  /** Locks up to `limit` due identities, most urgent first, until the transaction ends. */
  take(inside: Context, targetKey: string, now: Instant, limit: number): Promise<Account[]> {
    return this.database.query(inside, sql.take, [inside.organizationId, targetKey, now, limit]);
  }

  /** Leases up to `limit` due identities of priority `priority` or more urgent. */
  claim(
    context: Context,
    targetKey: string,
    now: Instant,
    limit: number,
    priority: number,
    lease: IdentityLease,
  ): Promise<Account[]> {
    return this.database.query(context, sql.claimIdentities, [
      context.organizationId,
      targetKey,
      now,
      limit,
      priority,
      lease.owner,
      lease.untilAt,
    ]);
  }

  look(context: Context, identityIds: readonly string[]): Promise<Account[]> {
    return this.database.query(context, sql.look, [context.organizationId, identityIds]);
  }

  /** Renews leases. Returns the ids of the identities that nobody else has claimed since. */
  async renew(context: Context, accounts: readonly Account[], untilAt: Instant): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(context, sql.renewLeases, [
      context.organizationId,
      ...idsAndTokens(accounts),
      untilAt,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Ids of identities whose claim still holds; it then holds until the transaction ends. */
  async stillClaimed(inside: Context, accounts: readonly Account[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(inside, sql.stillClaimed, [
      inside.organizationId,
      ...idsAndTokens(accounts),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  async accountStates(context: Context, accounts: readonly Account[], now: Instant): Promise<AccountState[]> {
    const ids = accounts.map(({ id }) => id);
    const [entitlements, bindings] = await Promise.all([
      this.database.query<Entitlement>(context, sql.entitlementsOfIdentities, [context.organizationId, ids, now]),
      this.database.query<Binding>(context, sql.bindingsOfIdentities, [context.organizationId, ids]),
    ]);
    const entitlementsOf = grouped(entitlements);
    const bindingsOf = grouped(bindings);
    return accounts.map((account) => ({
      account,
      entitlements: entitlementsOf.get(account.id) ?? [],
      bindings: bindingsOf.get(account.id) ?? [],
    }));
  }

  /** Our identities by console account. */
  async owners(
    context: Context,
    targetKey: string,
    remoteIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (remoteIds.length === 0) return new Map();
    const rows = await this.database.query<{ remoteId: string; identityId: string }>(context, sql.ownersOfAccounts, [
      context.organizationId,
      targetKey,
      remoteIds,
    ]);
    return new Map(rows.map(({ remoteId, identityId }) => [remoteId, identityId]));
  }

  /**
   * Sent together; the caller logs in the same transaction. `traceOf`: the trace that an account's next login is a step
   * of.
   */
  async settle(
    inside: Context,
    settlements: readonly Settlement[],
    now: Instant,
    traceOf: (account: Account) => string | undefined = () => undefined,
  ): Promise<void> {
    const { organizationId } = inside;
    const identities = settlements.map(({ account, done, dueAt, priority, attempts, problem }) => ({
      id: account.id,
      rev: account.wantRev,
      done,
      due_at: dueAt,
      priority,
      attempts,
      problem,
      login_trace: loginTrace(traceOf(account), now),
    }));
    const disputes = settlements.flatMap(({ dispute }) =>
      dispute
        ? [{ id: dispute.subjectId, disputed: { code: 'taken', account: dispute.account, remoteId: dispute.remoteId } }]
        : [],
    );
    const undisputed = settlements.filter(({ isUndisputed }) => isUndisputed).map(({ account }) => account.id);
    await Promise.all([
      undisputed.length > 0 && this.database.query(inside, sql.undisputeSubjects, [organizationId, undisputed]),
      this.saveBindings(
        inside,
        settlements.flatMap(({ bindings }) => bindings),
        now,
      ),
      disputes.length > 0 &&
        this.database.query(inside, sql.disputeSubjects, [organizationId, JSON.stringify(disputes)]),
      identities.length > 0 &&
        this.database.query(inside, sql.settle, [organizationId, JSON.stringify(identities), now]),
    ]);
  }

  async saveBindings(inside: Context, bindings: readonly BindingWrite[], now: Instant): Promise<void> {
    if (bindings.length === 0) return;
    const rows = bindings.map((each) => ({
      id: each.id,
      identity_id: each.identityId,
      connection_id: each.connectionId,
      target_key: each.targetKey,
      kind: each.kind,
      remote_id: each.remoteId,
      name: each.name,
      ownership: each.ownership,
      state: each.state,
      applied: each.applied,
      ended_at: each.endedAt,
    }));
    await this.database.query(inside, sql.saveBindings, [inside.organizationId, JSON.stringify(rows), now]);
  }

  /**
   * Keys of targets at which held work is due again. `afterChange`: a connection has just changed, so identities with
   * only their grants paused are included: what ends access may proceed.
   */
  async release(context: Context, now: Instant, afterChange = false): Promise<string[]> {
    const rows = await this.database.query<{ targetKey: string }>(context, sql.releaseIdentities, [
      context.organizationId,
      now,
      afterChange,
    ]);
    return [...new Set(rows.map(({ targetKey }) => targetKey))];
  }

  async heldOrganizations(everywhere: Context): Promise<string[]> {
    return (await this.database.query<{ organizationId: string }>(everywhere, sql.heldOrganizations)).map(
      ({ organizationId }) => organizationId,
    );
  }
}

function loginTrace(traceparent: string | undefined, at: Instant): LoginTrace | undefined {
  return traceparent === undefined ? undefined : { traceparent, at };
}

function idsAndTokens(accounts: readonly Account[]): [string[], number[]] {
  return [accounts.map(({ id }) => id), accounts.map(({ token }) => token)];
}

function grouped<Row extends { readonly identityId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.identityId);
    if (group) group.push(row);
    else groups.set(row.identityId, [row]);
  }
  return groups;
}
