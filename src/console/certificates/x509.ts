import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { CertificateKey } from './key-kind.js';

/**
 * This module loads two hundred others, and most processes never make a certificate. Whoever uses it is therefore
 * imported on first use; everything else imports only types (src/main.spec.ts).
 */

/** The library's types name the browser's interface; Node has the same one. */
export const engine = webcrypto as unknown as Crypto;

x509.cryptoProvider.set(engine);

export function cryptoKeyOf(key: CertificateKey): CryptoKey {
  return key as unknown as CryptoKey;
}

/**
 * A name with a common name and, if given, an organization, both UTF-8. Trap: the library reads plain values that begin
 * with # as an encoded form.
 */
export function distinguishedName(commonName: string, organization?: string): x509.Name {
  const parts: x509.JsonAttributeAndObjectValue[] = [{ CN: [{ utf8String: commonName }] }];
  if (organization) parts.push({ O: [{ utf8String: organization }] });
  return new x509.Name(parts);
}

/** X.520 allows 64 characters in common and organization names. */
export function fittingName(text: string, most = 64): string {
  return [...text].slice(0, most).join('').trim();
}

export { x509 };
