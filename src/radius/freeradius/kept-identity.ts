import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Instant } from '../../kernel/clock.js';
import { identityFile, type ServerIdentity } from './run-folder.js';

const renewBeforeSeconds = 30 * 86_400;
const endOfKey = '-----END PRIVATE KEY-----\n';

/** When to replace a server's certificate, in milliseconds. */
export function renewalAt(certificate: string): number {
  return Date.parse(new X509Certificate(certificate).validTo) - renewBeforeSeconds * 1000;
}

/**
 * The organization's key and certificate of an earlier start; undefined when there is none, it ends soon, or another
 * authority is first now.
 */
export function keptIdentity(
  folder: string,
  organizationId: string,
  authorities: readonly string[],
  now: Instant,
): ServerIdentity | undefined {
  try {
    const text = readFileSync(identityFile(folder, organizationId), 'utf8');
    const end = text.indexOf(endOfKey) + endOfKey.length;
    const [privateKey, certificate] = [text.slice(0, end), text.slice(end)];
    if (!certificate.endsWith(authorities[0]) || renewalAt(certificate) < Date.parse(now)) return undefined;
    return { organizationId, certificate, privateKey, authorities };
  } catch {
    return undefined;
  }
}
