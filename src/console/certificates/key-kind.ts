import { webcrypto } from 'node:crypto';

/** Kinds of keys that an authority has and makes: P-256 is small and quick, RSA is understood by the oldest clients. */
export const keyKinds = ['ec', 'rsa'] as const;
export type KeyKind = (typeof keyKinds)[number];

export type KeyPair = webcrypto.CryptoKeyPair;
export type CertificateKey = webcrypto.CryptoKey;

const publicExponent = new Uint8Array([1, 0, 1]);

/** How keys of a kind are made; `modulusLength` in bits. */
const made = {
  ec: () => ({ name: 'ECDSA', namedCurve: 'P-256' }),
  rsa: (modulusLength: number) => ({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent }),
};

/** How an authority with such a key signs. */
export const signing = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;

/** A new pair of keys; those of an authority outlive many of its certificates and are longer. */
export function newKeys(kind: KeyKind, purpose: 'authority' | 'leaf'): Promise<KeyPair> {
  const algorithm = made[kind](purpose === 'authority' ? 3072 : 2048);
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<KeyPair>;
}

export async function exportKey(key: CertificateKey): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
}

/** The signing key from its PKCS#8 form; it cannot be exported again. */
export function importSigningKey(kind: KeyKind, pkcs8: Buffer): Promise<CertificateKey> {
  return webcrypto.subtle.importKey('pkcs8', pkcs8, signing[kind], false, ['sign']);
}
