import { Integer } from 'asn1js';
import { type Instant, laterBy } from '../../kernel/clock.js';
import type { Signer } from './authority.js';
import type { RevokedCertificate } from './authorities.repository.js';
import { daySeconds } from './certificate.js';
import { signing } from './key-kind.js';
import { reasonCode } from './revocation-reason.js';
import { keyOf, x509 } from './x509.js';

/** A list may be believed for a week; a fresh one is made daily, so that who fetches it weekly never holds an outdated one. */
export const listSeconds = 7 * daySeconds;
export const renewalSeconds = daySeconds;

const crlNumber = '2.5.29.20';

/** A signed list in DER, `number` rising with each. */
export async function revocationList(signer: Signer, revoked: readonly RevokedCertificate[], number: number, at: Instant): Promise<Buffer> {
  const list = await x509.X509CrlGenerator.create({
    issuer: signer.certificate.subjectName,
    thisUpdate: new Date(at),
    nextUpdate: new Date(laterBy(at, listSeconds)),
    entries: revoked.map(({ serial, revokedAt, reason }) => ({
      serialNumber: serial, revocationDate: new Date(revokedAt), reason: reasonCode(reason),
    })),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
      new x509.Extension(crlNumber, false, new Integer({ value: number }).toBER()),
    ],
    signingKey: keyOf(signer.key),
    signingAlgorithm: signing[signer.authority.keyKind],
  });
  return Buffer.from(list.rawData);
}
