import { Secret, TOTP } from 'otpauth';
import { type Chance, readableAlphabet } from '../../kernel/chance.js';
import { sha256 } from '../../kernel/secrets.js';

const periodSeconds = 30;
const recoveryCodes = 10;

/** 160 bits in base32, as authenticator apps expect (RFC 4226 section 4). */
export function newTotpSecret(chance: Chance): string {
  return new Secret({ buffer: new Uint8Array(chance.bytes(20)).buffer }).base32;
}

/** Content of the QR code. */
export function otpauthUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of `code`, allowing one step early or late; undefined if wrong. */
export function totpStepOf(code: string, secret: string, nowMilliseconds: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMilliseconds, window: 1 });
  return delta === null ? undefined : Math.floor(nowMilliseconds / 1000 / periodSeconds) + delta;
}

/** For example `7KQM-2XRT-P9AV-HD3C`: 79 random bits each, so a plain hash protects them. */
export function newRecoveryCodes(chance: Chance): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    (chance.text(16, readableAlphabet).match(/.{4}/g) ?? []).join('-'),
  );
}

export function recoveryHash(code: string): Buffer {
  return sha256(code.replaceAll(/[\s-]/g, '').toUpperCase());
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Usher', label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });
}
