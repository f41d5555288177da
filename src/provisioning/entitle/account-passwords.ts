import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Secrets } from '../../kernel/secrets.js';
import type { SharedPassword } from './touched-accounts.js';
import { passwordContext } from '../identity/entitlement.js';

export interface SealedPassword {
  readonly secretSealed: string;
  readonly passwordFingerprint: string;
}

/** No l/1, o/0: guests type it from a slip of paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 10;

/** Wanted passwords of accounts: kept sealed, recognised by their fingerprint. */
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

  /** The password of an account that is shared, sealed for one more of its records. */
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
