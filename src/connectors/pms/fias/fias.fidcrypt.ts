import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Chance } from '../../../kernel/chance.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';

/** FidCrypt (specification 2.20.19 and later): AES-128-CBC over date and time of the last link start received. */
const cipher = 'aes-128-cbc';
const keyPrefix = 'FidCrypt0S|';
const cryptogramPrefix = 'FidCryptAB;';
const ivLength = 24; // 16 bytes in base64

export class FidCrypt {
  private readonly key: Buffer;

  /** @throws ConnectorProblem settings_invalid when the key cannot decrypt its own output */
  constructor(
    authKey: string,
    private readonly chance: Chance,
  ) {
    this.key = Buffer.from(authKey.startsWith(keyPrefix) ? authKey.slice(keyPrefix.length) : authKey, 'base64');
    this.proveKey();
  }

  /** @param dateAndTime the twelve digits of the hotel system's link start */
  cryptogram(dateAndTime: string): string {
    return sealed(dateAndTime, this.key, this.chance.bytes(16));
  }

  /** A wrong cryptogram stops the interface until somebody restarts it on site, so the key is tried here first. */
  private proveKey(): void {
    const sample = '260514134500';
    if (this.key.length === 16 && opened(this.cryptogram(sample), this.key) === sample) return;
    throw new ConnectorProblem(
      'settings_invalid',
      'auth_key is not a FidCrypt key: copy it again from the set-up of the interface (FidCrypt0S| and 24 characters)',
    );
  }
}

export function sealed(text: string, key: Buffer, iv: Buffer): string {
  const encrypt = createCipheriv(cipher, key, iv);
  const encrypted = Buffer.concat([encrypt.update(text, 'ascii'), encrypt.final()]);
  return `${cryptogramPrefix}${iv.toString('base64')}${encrypted.toString('base64')}`;
}

export function opened(cryptogram: string, key: Buffer): string {
  const encoded = cryptogram.slice(cryptogramPrefix.length);
  const decrypt = createDecipheriv(cipher, key, Buffer.from(encoded.slice(0, ivLength), 'base64'));
  return Buffer.concat([decrypt.update(Buffer.from(encoded.slice(ivLength), 'base64')), decrypt.final()]).toString(
    'ascii',
  );
}
