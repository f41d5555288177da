import type { Certificate, CertificatePurpose } from './certificate.js';
import type { Pkcs12Cipher } from './pkcs12.js';

/** A request for a certificate. Without `csr` a key is made and returned in a PKCS#12 container. */
export interface CertificateRequest {
  readonly purpose?: CertificatePurpose;
  readonly userId?: string | null;
  readonly deviceId?: string | null;
  readonly networkClientId?: string | null;
  /** If absent: the name in the request, the user's, or the server's. */
  readonly commonName?: string;
  readonly dnsNames?: readonly string[];
  readonly validityDays?: number;
  /** PKCS#10 in PEM. */
  readonly csr?: string;
  readonly cipher?: Pkcs12Cipher;
  /** Password of the container; a random one if absent. */
  readonly password?: string;
}

/** Container with a key that exists nowhere else. */
export interface IssuedContainer {
  readonly content: Buffer;
  readonly password: string;
}

export interface IssuedCertificate {
  readonly certificate: Certificate;
  readonly container?: IssuedContainer;
}
