import type { Instant } from '../../kernel/clock.js';
import type { RecordLife } from '../crud/record-life.js';

export interface OperatorFields {
  /** Unique in its organization without regard to case. */
  readonly email: string;
  readonly name: string;
  /** A built-in or own role of the organization. */
  readonly roleId: string;
  readonly disabled: boolean;
}

/** Somebody who works with the console, without any secret. */
export interface Operator extends OperatorFields, RecordLife {
  readonly hasPassword: boolean;
  /** Until when an invitation that is still open can be accepted. */
  readonly invitationExpiresAt: Instant | null;
  /** Whether signing in takes a code. */
  readonly totpConfirmed: boolean;
  readonly signedInAt: Instant | null;
}

export type OperatorStatus = 'invited' | 'active' | 'disabled';

export function operatorStatus({ disabled, hasPassword }: Operator): OperatorStatus {
  if (disabled) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}

export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
