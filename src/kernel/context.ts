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

/** A transaction that somebody up the call opened; only database/ knows what is inside. */
export abstract class OpenTransaction {
  protected abstract readonly brand: 'transaction';
}

/** First argument of everything that touches data: for which organization, by whom, in which transaction. */
export interface Context {
  /** The organization whose rows exist for this call; `everyOrganization` for Usher's own sweeps. */
  readonly organizationId: string;
  readonly actor: Actor;
  readonly requestId: string;
  /** By the id of the record, where calls of several requests share a statement: whose record it is. */
  readonly requestIds?: Readonly<Record<string, string>>;
  readonly transaction?: OpenTransaction;
  /** What loses its access keeps its open sessions (`change_of_authorization=none`). */
  readonly keepsSessions?: boolean;
}

/** Scope of the few statements that look across organizations: key look-up, sweeps, migrations. */
export const everyOrganization = '*';

/** Owner of rows that belong to no tenant, such as leases and budgets of Usher itself. */
export const usherOrganizationId = '00000000-0000-7000-8000-000000000000';

/**
 * Acts as Usher itself, with every permission; `requestId` says in logs and the audit which work of its own that was.
 */
export function systemContext(organizationId: string, requestId: string, name = 'usher'): Context {
  return { organizationId, requestId, actor: { kind: 'system', id: usherOrganizationId, name, permissions: ['*'] } };
}
