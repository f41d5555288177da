import type { Instant } from '../../kernel/clock.js';

/**
 * Who: as `Actor` has it, besides `database` (somebody at the database itself) and `nobody` (a sign-in that failed).
 */
export const actorKinds = ['key', 'operator', 'connection', 'system', 'database', 'nobody'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** What was done. Triggers write the first three. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'sign_in',
  'sign_in_failed',
  'sign_in_locked',
  'sign_out',
  'download',
  'drop',
] as const;
export type AuditAction = (typeof auditActions)[number];

export type AuditedFields = Readonly<Record<string, unknown>>;

/** One change, or one thing that was done. Secrets are only `(set)` or `(changed)`. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Instant;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly requestId: string | null;
  readonly action: AuditAction;
  /** The API's word: `users`. */
  readonly resource: string;
  readonly resourceId: string | null;
  /** What people call the record: a username, a name. */
  readonly label: string | null;
  /** Of an update only what changed. */
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
}
