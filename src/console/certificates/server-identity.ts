import { createPrivateKey, webcrypto } from 'node:crypto';
import type { AuthoritiesService } from './authorities.service.js';
import type { CertificateIssueService } from './certificate-issue.service.js';
import { x509 } from './x509.js';
import type { Context } from '../../kernel/context.js';
import type { ServerIdentity } from '../../radius/freeradius/run-folder.js';

const validityDays = 397;
const keys = { name: 'ECDSA', namedCurve: 'P-256' };

/**
 * Makes a key for the organization's RADIUS server, with a certificate from the authority that all its devices know:
 * the one that profiles tell devices to accept.
 */
export async function serverIdentity(
  context: Context,
  certificates: CertificateIssueService,
  authorities: AuthoritiesService,
): Promise<ServerIdentity> {
  const pair = await webcrypto.subtle.generateKey(keys, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=radius',
    keys: pair as unknown as CryptoKeyPair,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  const { certificate } = await certificates.issue(context, {
    purpose: 'server',
    csr: request.toString('pem'),
    validityDays,
  });
  const trusted = await authorities.trusted(context);
  return {
    organizationId: context.organizationId,
    certificate: `${certificate.certificate.trim()}\n${trusted[0].certificate}`,
    privateKey: createPrivateKey({
      key: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey)),
      format: 'der',
      type: 'pkcs8',
    })
      .export({ format: 'pem', type: 'pkcs8' })
      .toString(),
    authorities: trusted.map((each) => each.certificate),
  };
}
