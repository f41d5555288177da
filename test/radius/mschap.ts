import { createCipheriv, createHash } from 'node:crypto';
import { ntHash } from '../../src/console/passwords/radius-passwords.js';

/**
 * Attributes of a sign-in by MS-CHAPv2 (RFC 2759, section 8.1), as an access point sends them for a VPN or portal
 * client (RFC 2548, section 2.3).
 */
export function msChap2(username: string, password: string): string[] {
  const [authenticator, peer] = [Buffer.alloc(16, 0x5a), Buffer.alloc(16, 0x21)];
  const challenge = createHash('sha1').update(peer).update(authenticator).update(username).digest().subarray(0, 8);
  const keys = Buffer.concat([ntHash(password), Buffer.alloc(5)]);
  const answer = Buffer.concat([0, 7, 14].map((from) => des(keys.subarray(from, from + 7), challenge)));
  return [
    `User-Name = "${username}"`,
    `MS-CHAP-Challenge = 0x${authenticator.toString('hex')}`,
    `MS-CHAP2-Response = 0x0100${peer.toString('hex')}${'00'.repeat(8)}${answer.toString('hex')}`,
  ];
}

/** DES of one block: OpenSSL keeps it with its older ciphers, three times the same key is the same. */
function des(seven: Buffer, block: Buffer): Buffer {
  const bits = [...seven].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const key = Buffer.from((bits.match(/.{7}/g) ?? []).map((part) => Number.parseInt(`${part}0`, 2)));
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}
