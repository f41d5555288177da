import { Integer } from 'asn1js';
import type { Instant } from '../../kernel/clock.js';
import type { Signer } from './authority.js';
import type { RevokedCertificate } from './authorities.repository.js';
import { signing } from './key-kind.js';
import type { RevocationReason } from './revocation-reason.js';
import { cryptoKeyOf, x509 } from './x509.js';

const crlNumber = '2.5.29.20';

const codes: Record<RevocationReason, x509.X509CrlReason | undefined> = {
  // Leaving the reason out means "unspecified".
  unspecified: undefined,
  key_compromise: x509.X509CrlReason.keyCompromise,
  ca_compromise: x509.X509CrlReason.cACompromise,
  affiliation_changed: x509.X509CrlReason.affiliationChanged,
  superseded: x509.X509CrlReason.superseded,
  cessation_of_operation: x509.X509CrlReason.cessationOfOperation,
  privilege_withdrawn: x509.X509CrlReason.privilegeWithdrawn,
  aa_compromise: x509.X509CrlReason.aACompromise,
};

/** When a list was made, and how long it is valid. */
export interface ListTimes {
  readonly at: Instant;
  readonly untilAt: Instant;
}

/** A signed list in DER. `number` rises with each. */
export async function revocationList(
  signer: Signer,
  revoked: readonly RevokedCertificate[],
  number: number,
  { at, untilAt }: ListTimes,
): Promise<Buffer> {
  const list = await x509.X509CrlGenerator.create({
    issuer: signer.certificate.subjectName,
    thisUpdate: new Date(at),
    nextUpdate: new Date(untilAt),
    entries: revoked.map(({ serial, revokedAt, reason }) => ({
      serialNumber: serial,
      revocationDate: new Date(revokedAt),
      reason: reason && codes[reason],
    })),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
      new x509.Extension(crlNumber, false, new Integer({ value: number }).toBER()),
    ],
    signingKey: cryptoKeyOf(signer.key),
    signingAlgorithm: signing[signer.authority.keyKind],
  });
  return Buffer.from(list.rawData);
}
