import type { Instant } from '../../kernel/clock.js';
import type { RecordLife } from '../crud/record-life.js';

export interface OperatorFields {
  /** Unique in its organization, regardless of case. */
  readonly email: string;
  readonly name: string;
  /** A built-in or own role of the organization. */
  readonly roleId: string;
  readonly disabled: boolean;
}

/** Somebody who works with the console; without secrets. */
export interface Operator extends OperatorFields, RecordLife {
  readonly hasPassword: boolean;
  /** When the open invitation expires. */
  readonly invitationExpiresAt: Instant | null;
  /** Whether signing in needs a code. */
  readonly totpConfirmed: boolean;
  readonly signedInAt: Instant | null;
}

export type OperatorStatus = 'invited' | 'active' | 'disabled';

export function operatorStatus({ disabled, hasPassword, signedInAt }: Operator): OperatorStatus {
  if (disabled) return 'disabled';
  // Whom a provider proves needs no password of ours.
  return hasPassword || signedInAt !== null ? 'active' : 'invited';
}

export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
