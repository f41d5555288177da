import { x509 } from './x509.js';

/**
 * RFC 5280 section 5.3.1 in the API's spelling. Not offered: certificateHold and removeFromCRL, since a revocation is final.
 */
export const revocationReasons = [
  'unspecified', 'key_compromise', 'ca_compromise', 'affiliation_changed', 'superseded', 'cessation_of_operation', 'privilege_withdrawn', 'aa_compromise',
] as const;

export type RevocationReason = (typeof revocationReasons)[number];

const codes: Record<RevocationReason, x509.X509CrlReason | undefined> = {
  // "Unspecified" is said by leaving the reason out.
  unspecified: undefined,
  key_compromise: x509.X509CrlReason.keyCompromise,
  ca_compromise: x509.X509CrlReason.cACompromise,
  affiliation_changed: x509.X509CrlReason.affiliationChanged,
  superseded: x509.X509CrlReason.superseded,
  cessation_of_operation: x509.X509CrlReason.cessationOfOperation,
  privilege_withdrawn: x509.X509CrlReason.privilegeWithdrawn,
  aa_compromise: x509.X509CrlReason.aACompromise,
};

export function reasonCode(reason: RevocationReason): x509.X509CrlReason | undefined {
  return codes[reason];
}
