import type { Claims } from '../../../console/authentication-providers/group-rules.js';

/** A person as an outside provider describes them after they proved who they are. */
export interface ProvenPerson {
  /** The provider's own, unchanging id of the person. */
  readonly subject: string;
  readonly username: string;
  readonly email: string | null;
  /** Whether the provider has verified the address. An unverified one proves nothing. */
  readonly isEmailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** As the provider names them. */
  readonly groups: readonly string[];
  /** What the provider says of them besides, for the group rules of its record. */
  readonly claims?: Claims;
  /** The user group that the provider's record gives such a person; null: none. */
  readonly tableId: string | null;
}

/** Before the group rules of the provider's record were applied. */
export type UngroupedPerson = Omit<ProvenPerson, 'tableId'>;

export type ProviderRefusalReason =
  /** There is no such person, or the password or the answer proves nothing: which of them, nobody is told. */
  | 'wrong'
  /** The password is the person's, but is no longer good, or has to be changed at the directory first. */
  | 'expired'
  /** The provider was deleted, disabled, or is not meant for this use. */
  | 'not_offered'
  /** The provider cannot be asked at present; nothing is known of the person. */
  | 'unavailable';

export interface ProviderRefusal {
  readonly refused: ProviderRefusalReason;
  /** For the provider's administrator, never for the person who signs in. */
  readonly detail: string;
}

export function isRefusal(outcome: object): outcome is ProviderRefusal {
  return 'refused' in outcome;
}

export function refusal(refused: ProviderRefusalReason, detail: string): ProviderRefusal {
  return { refused, detail };
}
