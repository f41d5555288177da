import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Secrets } from '../../kernel/secrets.js';
import type { SharedPassword } from './touched-accounts.js';
import { type Entitlement, passwordContext, type UserEntitlementSpec } from '../identity/entitlement.js';
import type { UserGrant } from '../access/grant.js';

export interface SealedPassword {
  readonly secretSealed: string;
  readonly passwordFingerprint: string;
}

/** Whose password it is. */
export interface PasswordPlace {
  readonly entitlementId: string;
  readonly before: Entitlement<UserEntitlementSpec> | undefined;
  /** Access under it has not ended yet. */
  readonly wasOpen: boolean;
  readonly accountId: string;
  /** The password of others on the account. */
  readonly shared: () => SharedPassword | undefined;
}

/** No l/1, o/0: guests type it from a slip of paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 10;

/** Wanted passwords of accounts: sealed, and recognised by their fingerprint. */
@Injectable()
export class AccountPasswords {
  constructor(
    private readonly secrets: Secrets,
    private readonly chance: Chance,
  ) {}

  seal(organizationId: string, entitlementId: string, password: string): SealedPassword {
    return {
      secretSealed: this.secrets.seal(password, passwordContext(entitlementId)),
      passwordFingerprint: this.secrets.fingerprint(password, organizationId),
    };
  }

  generate(organizationId: string, entitlementId: string): SealedPassword {
    return this.seal(organizationId, entitlementId, this.chance.text(length, alphabet));
  }

  /** The password for a grant: the record's present one while it is still good, else another. Null: none is wanted. */
  wanted(
    organizationId: string,
    grant: UserGrant,
    { entitlementId, before, ...at }: PasswordPlace,
  ): SealedPassword | null {
    const kept =
      before?.secretSealed && before.spec.passwordFingerprint
        ? { secretSealed: before.secretSealed, passwordFingerprint: before.spec.passwordFingerprint }
        : null;
    if (grant.password === null) return null;
    if (grant.password.kind === 'value') {
      const { value, former } = grant.password;
      // As with the name: the record keeps its password while the name stays the same.
      const good = former !== undefined && before?.spec.wantedKey === grant.accountKey ? [value, ...former] : [value];
      return kept && good.some((each) => this.isSame(organizationId, kept.passwordFingerprint, each))
        ? kept
        : this.seal(organizationId, entitlementId, value);
    }
    const isStaying = kept && before?.spec.generated && before.identityId === at.accountId;
    if (isStaying && at.wasOpen) return kept;
    const shared = at.shared();
    if (shared) return this.copy(organizationId, entitlementId, shared);
    return isStaying ? kept : this.generate(organizationId, entitlementId);
  }

  /** The password of a shared account, sealed for another of its records. */
  copy(organizationId: string, entitlementId: string, from: SharedPassword): SealedPassword {
    return this.seal(organizationId, entitlementId, this.open(from.entitlementId, from.secretSealed));
  }

  isSame(organizationId: string, fingerprint: string, password: string): boolean {
    return this.secrets.matches(fingerprint, password, organizationId);
  }

  open(entitlementId: string, secretSealed: string): string {
    return this.secrets.openText(secretSealed, passwordContext(entitlementId));
  }
}
