import type { Instant } from '../../kernel/clock.js';
import type { EndPolicy } from './entitlement.js';
import type { Cause } from './cause.js';
import type { UserSpec, VoucherSpec } from '../wifi-console/port/wifi-console.js';

/** Why the identity is dirty, and who caused it; null: its own time has come. */
export interface DirtyCause extends Cause {
  readonly actor: string;
}

/** Why an identity is at rest although its console differs. */
export interface AccountProblem {
  /**
   * `held`: its connection is paused. `unreachable`: its console is; never given up. `dead`: given up after many tries.
   * `failed`: our own fault, tried again.
   */
  readonly code:
    'taken' | 'refused' | 'held' | 'unreachable' | 'dead' | 'retry' | 'unknown' | 'vouchers_unknown' | 'failed';
  readonly detail: string;
  /** Of `refused`: the fields that the console named. */
  readonly fields?: readonly string[];
}

/** A claimed identity: one account at one console. */
export interface Account {
  readonly id: string;
  readonly targetKey: string;
  readonly accountKey: string;
  readonly kind: 'user' | 'voucher';
  readonly connectionId: string;
  /** 0: it ends access. */
  readonly priority: 0 | 1 | 2;
  /** The revision being worked on. */
  readonly wantRev: number;
  readonly token: number;
  /** Failed attempts since the last success. */
  readonly attempts: number;
  /** Its problem when it was last settled. */
  readonly problem: AccountProblem | null;
  readonly cause: DirtyCause | null;
}

/** What the console was last told about a user. */
export type AppliedUser = UserSpec &
  EndPolicy & {
    /** Who had it since it was made, as `holdersOf` names them. Absent where no person is known by their record. */
    readonly holders?: readonly string[];
  };

interface BindingLife {
  readonly id: string;
  readonly identityId: string;
  readonly remoteId: string;
  readonly name: string;
  /** `adopted`: made by somebody else and linked by approval: never deleted. */
  readonly ownership: 'owned' | 'adopted';
  /** When its access ended; null while it holds. */
  readonly endedAt: Instant | null;
}

export interface UserBinding extends BindingLife {
  readonly kind: 'user';
  /** `unknown`: a call's fate is unknown, so every field is sent again. `linked`: approved, not yet written to. */
  readonly state: 'bound' | 'unknown' | 'linked';
  readonly applied: AppliedUser;
}

export interface VoucherBinding extends BindingLife {
  readonly kind: 'voucher';
  readonly state: 'bound' | 'unknown';
  readonly applied: VoucherSpec;
}

export type Binding = UserBinding | VoucherBinding;

/** Account key of a record's vouchers; upper case, so no username has it. */
export function voucherAccountKey(subjectId: string): string {
  return `V:${subjectId}`;
}

/** Account key of an identity whose name went to another person: upper case, too. Its account is to be removed. */
export function retiredAccountKey(identityId: string): string {
  return `R:${identityId}`;
}

export function isRetired({ id, accountKey }: Readonly<Pick<Account, 'id' | 'accountKey'>>): boolean {
  return accountKey === retiredAccountKey(id);
}

export function kindOfAccount(accountKey: string): Account['kind'] {
  return accountKey.startsWith('V:') ? 'voucher' : 'user';
}
