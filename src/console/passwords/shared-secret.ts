import { Wrong } from '../../http/body/readers.js';
import { sharedSecretForm } from './radius-secrets.js';

/** Null: generate a new one. */
export function sharedSecret(value: unknown): unknown {
  if (value === null) return null;
  return typeof value === 'string' && sharedSecretForm.test(value)
    ? value
    : new Wrong('must have 6 to 128 printable ASCII characters, none of them a blank at an end');
}
