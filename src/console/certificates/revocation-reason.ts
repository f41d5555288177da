/**
 * RFC 5280 section 5.3.1 in the API's spelling. Not offered: certificateHold and removeFromCRL, since a revocation is
 * final.
 */
export const revocationReasons = [
  'unspecified',
  'key_compromise',
  'ca_compromise',
  'affiliation_changed',
  'superseded',
  'cessation_of_operation',
  'privilege_withdrawn',
  'aa_compromise',
] as const;

export type RevocationReason = (typeof revocationReasons)[number];
