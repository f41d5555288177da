import type { Instant } from '../../kernel/clock.js';

/** Who did it: an `Actor`, `database` (somebody at the database itself) or `nobody` (a failed sign-in). */
export const actorKinds = ['key', 'operator', 'connection', 'system', 'database', 'nobody'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** The action. Triggers write the first three. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'sign_in',
  'sign_in_failed',
  'sign_in_locked',
  'sign_out',
  'password_reset',
  'download',
  'disconnect',
  'reauthenticate',
  'drop',
  'extend',
  'withdraw',
  'send',
] as const;
export type AuditAction = (typeof auditActions)[number];

export type AuditedFields = Readonly<Record<string, unknown>>;

/** An action that changes no record, as it is to be audited. */
export interface AuditedAction {
  readonly action: Exclude<AuditAction, 'create' | 'update' | 'delete'>;
  readonly resource: string;
  readonly resourceId: string | null;
  readonly label: string | null;
}

/** One change or action. Secrets appear only as `(set)` or `(changed)`. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Instant;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly requestId: string | null;
  readonly action: AuditAction;
  /** The resource's name in the API: `users`. */
  readonly resource: string;
  readonly resourceId: string | null;
  /** The name that people know the record by: a username, a name. */
  readonly label: string | null;
  /** For an update, only the changed fields. */
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
}
