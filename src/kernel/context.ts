/**
 * Who acts: an API key, an operator who signed in, a connection on behalf of an outside system, or Usher itself
 * (timers, sweeps).
 */
export interface Actor {
  readonly kind: 'key' | 'operator' | 'connection' | 'system';
  readonly id: string;
  readonly name: string;
  /** `<area>:read`, `<area>:write`; `*` is everything. */
  readonly permissions: readonly string[];
}

/** A transaction that a caller further up opened; only database/ knows what is inside. */
export abstract class OpenTransaction {
  protected abstract readonly brand: 'transaction';
}

/** The first argument of everything that touches data: which organization, who acts, which transaction. */
export interface Context {
  /** The only organization whose rows this call can see; `everyOrganization` for Usher's own sweeps. */
  readonly organizationId: string;
  readonly actor: Actor;
  readonly requestId: string;
  /** Request ids by record id, where calls of several requests share a statement. */
  readonly requestIds?: Readonly<Record<string, string>>;
  /** The trace that this call is a step of, where one is sampled (kernel/tracing.ts). */
  readonly traceparent?: string;
  readonly transaction?: OpenTransaction;
  /** Keeps open sessions of accounts that lose access (`change_of_authorization=none`). */
  readonly keepsSessions?: boolean;
}

/** Scope of the few statements that span organizations: key look-up, sweeps, migrations. */
export const everyOrganization = '*';

/** Owner of rows that belong to no tenant, such as Usher's own leases and budgets. */
export const usherOrganizationId = '00000000-0000-7000-8000-000000000000';

/** Acts as Usher itself, with every permission. `requestId` names the work in logs and the audit. */
export function systemContext(organizationId: string, requestId: string, name = 'usher'): Context {
  return { organizationId, requestId, actor: { kind: 'system', id: usherOrganizationId, name, permissions: ['*'] } };
}
