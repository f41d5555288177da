import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export const secretPrefix = 'whsec_';

/** The bytes of a secret from the form it is shown in (`whsec_` and base64). */
export function secretBytesOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
}

/** As a key object: createHmac takes five times as long with bytes. */
export function signingKeyOf(secret: string): KeyObject {
  return createSecretKey(secretBytesOf(secret));
}

/**
 * Headers of Standard Webhooks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md One signature per key, so
 * that a receiver may have either one while a secret is rotated.
 */
export function signedHeaders(id: string, at: Date, body: string, keys: readonly KeyObject[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
