import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { type Claims, valuesOf } from '../../../console/authentication-providers/group-rules.js';
import { type ProviderRefusal, refusal, type UngroupedPerson } from '../contract/proven-person.js';

/** `claims`: those of a verified ID token, merged with the userinfo endpoint's. */
export function personOfClaims(
  claims: Claims & { readonly sub: string },
  { username_claim: usernameClaim, trust_email: trustsEmail }: ProviderSettings,
): UngroupedPerson | ProviderRefusal {
  const text = (name: string) => valuesOf(claims, name)[0]?.trim() || null;
  const email = text('email');
  const isEmailVerified = email !== null && isVouchedFor(claims.email_verified, trustsEmail === true);
  const wanted = text(usernameClaim as string);
  // An unverified address may belong to somebody else.
  const isForeign = wanted !== null && wanted === email && !isEmailVerified;
  const username = (isForeign ? null : wanted) ?? text('preferred_username') ?? claims.sub;
  if (username.length > 1000) return refusal('wrong', `The claim ${String(usernameClaim)} is too long`);
  return {
    subject: claims.sub,
    username,
    email,
    isEmailVerified,
    firstName: text('given_name'),
    lastName: text('family_name') ?? (text('given_name') === null ? text('name') : null),
    groups: [...valuesOf(claims, 'groups'), ...valuesOf(claims, 'roles')],
    claims,
  };
}

/** Any provider's `false` counts; some send it as text, and some omit the claim. */
function isVouchedFor(verified: unknown, trustsEmail: boolean): boolean {
  if (verified === undefined || verified === null) return trustsEmail;
  return verified === true || verified === 'true';
}
