import { createCipheriv, createHash } from 'node:crypto';

/** Key derivation and encryption of PKCS#12 before PBES2: RFC 7292 appendices B and C (SHA-1, three-key triple DES). */

const blockBytes = 64;
const hashBytes = 20;

export const sha1TripleDes = '1.2.840.113549.1.12.1.3';

export function encryptWithTripleDes(plain: Buffer, password: string, salt: Buffer, iterations: number): Buffer {
  const key = derived(1, 24, password, salt, iterations);
  const vector = derived(2, 8, password, salt, iterations);
  const cipher = createCipheriv('des-ede3-cbc', key, vector);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

/** `purpose` 1: a key, 2: an initial vector. */
function derived(purpose: 1 | 2, bytes: number, password: string, salt: Buffer, iterations: number): Buffer {
  const diversifier = Buffer.alloc(blockBytes, purpose);
  const material = Buffer.concat([repeated(salt), repeated(bmpString(password))]);
  const parts: Buffer[] = [];
  for (let length = 0; length < bytes; length += hashBytes) {
    let hash = Buffer.concat([diversifier, material]);
    for (let round = 0; round < iterations; round += 1) hash = createHash('sha1').update(hash).digest();
    parts.push(hash);
    addToBlocks(material, Buffer.alloc(blockBytes, hash));
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** Adds `addend` and 1 to each block of `material`, as big integers that drop the overflow. */
function addToBlocks(material: Buffer, addend: Buffer): void {
  for (let start = 0; start < material.length; start += blockBytes) {
    let carry = 1;
    for (let place = blockBytes - 1; place >= 0; place -= 1) {
      carry += material[start + place] + addend[place];
      material[start + place] = carry & 0xff;
      carry >>= 8;
    }
  }
}

function repeated(bytes: Buffer): Buffer {
  return Buffer.alloc(blockBytes * Math.ceil(bytes.length / blockBytes), bytes);
}

/** UTF-16 in big-endian order with a closing zero; the empty password is that zero alone. */
function bmpString(password: string): Buffer {
  return Buffer.from(`${password}\0`, 'utf16le').swap16();
}
