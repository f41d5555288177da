import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BaseBlock, fromBER, ObjectIdentifier, Sequence, Set as Asn1Set, Utf8String } from 'asn1js';
import { keepFile } from './keep-file.js';

/**
 * A folder of trusted authorities as OpenSSL looks them up, by the digest of the subject: one that is new counts when a
 * certificate of it is first shown. https://docs.openssl.org/3.0/man3/X509_LOOKUP_hash_dir/
 */
export function writeAuthorityFolder(folder: string, authorities: Iterable<string>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = new Map<string, string>();
  for (const authority of [...new Set(authorities)].toSorted()) {
    const digest = subjectDigest(new X509Certificate(authority).raw);
    // Those of the same name, as of two organizations that are called the same, are numbered.
    let number = 0;
    while (names.has(`${digest}.${number}`)) number += 1;
    names.set(`${digest}.${number}`, authority);
  }
  for (const [name, authority] of names) keepFile(path.join(folder, name), authority);
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(path.join(folder, name), { force: true });
}

/**
 * OpenSSL's X509_NAME_hash: the first four bytes, in reverse, of SHA-1 over the parts of the name in their canonical
 * form. `openssl x509 -subject_hash` says the same.
 */
export function subjectDigest(certificate: Buffer): string {
  const [body] = partsOf(fromBER(certificate).result);
  // After the version, which only version 1 leaves out: serial number, algorithm, issuer, validity, subject.
  const subject = partsOf(body)[5];
  const parts = partsOf(subject).map((part) => Buffer.from(canonical(part).toBER()));
  const digest = createHash('sha1').update(Buffer.concat(parts)).digest();
  return digest.subarray(0, 4).reverse().toString('hex');
}

function partsOf(block: unknown): BaseBlock[] {
  const { valueBlock } = block as { readonly valueBlock: { readonly value: BaseBlock[] } };
  return valueBlock.value;
}

/** Text as UTF-8, in lower case where it is ASCII, with single spaces. */
function canonical(part: BaseBlock): Asn1Set {
  return new Asn1Set({
    value: partsOf(part).map((pair) => {
      const [type, value] = partsOf(pair) as [ObjectIdentifier, BaseBlock & { getValue?(): string }];
      const text = value
        .getValue?.()
        .replace(/^\s+|\s+$/g, '')
        .replace(/\s+/g, ' ');
      const lower = text?.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      return new Sequence({ value: [type, lower === undefined ? value : new Utf8String({ value: lower })] });
    }),
  });
}
