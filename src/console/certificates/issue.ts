import type { Certificate, CertificatePurpose } from './certificate.js';
import type { Pkcs12Cipher } from './pkcs12.js';

/** What is asked for. Without `csr` a key is made, and leaves in a PKCS#12 container. */
export interface CertificateRequest {
  readonly purpose?: CertificatePurpose;
  readonly userId?: string | null;
  readonly deviceId?: string | null;
  /** Absent: the request's own, the user's name, or the server's. */
  readonly commonName?: string;
  readonly dnsNames?: readonly string[];
  readonly validityDays?: number;
  /** PKCS#10 in PEM. */
  readonly csr?: string;
  readonly cipher?: Pkcs12Cipher;
  /** Of the container; absent: a random one. */
  readonly password?: string;
}

/** The container of a key that exists nowhere else. */
export interface IssuedContainer {
  readonly content: Buffer;
  readonly password: string;
}

export interface IssuedCertificate {
  readonly certificate: Certificate;
  readonly container?: IssuedContainer;
}
