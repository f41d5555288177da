import { webcrypto } from 'node:crypto';

/**
 * Kinds of keys for an authority and what it issues: P-256 is small and fast, the oldest clients understand only RSA.
 */
export const keyKinds = ['ec', 'rsa'] as const;
export type KeyKind = (typeof keyKinds)[number];

export type KeyPair = webcrypto.CryptoKeyPair;
export type CertificateKey = webcrypto.CryptoKey;

const publicExponent = new Uint8Array([1, 0, 1]);

/** Parameters for making a key; `modulusLength` in bits. */
const made = {
  ec: () => ({ name: 'ECDSA', namedCurve: 'P-256' }),
  rsa: (modulusLength: number) => ({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent }),
};

/** Signature algorithm of an authority with such a key. */
export const signing = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;

/** Makes a key pair. Those of an authority outlive many of its certificates and are longer. */
export function newKeys(kind: KeyKind, purpose: 'authority' | 'leaf'): Promise<KeyPair> {
  const algorithm = made[kind](purpose === 'authority' ? 3072 : 2048);
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<KeyPair>;
}

export async function exportKey(key: CertificateKey): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
}

/** Imports the signing key from PKCS#8; it cannot be exported again. */
export function importSigningKey(kind: KeyKind, pkcs8: Buffer): Promise<CertificateKey> {
  return webcrypto.subtle.importKey('pkcs8', pkcs8, signing[kind], false, ['sign']);
}
