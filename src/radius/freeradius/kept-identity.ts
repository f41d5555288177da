import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Instant } from '../../kernel/clock.js';
import type { ServerIdentity } from './run-folder.js';

const renewBeforeSeconds = 30 * 86_400;

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
    const read = (ending: string) => readFileSync(path.join(folder, `${organizationId}.${ending}`), 'utf8');
    const certificate = read('pem');
    if (!certificate.endsWith(authorities[0]) || renewalAt(certificate) < Date.parse(now)) return undefined;
    return { organizationId, certificate, privateKey: read('key'), authorities };
  } catch {
    return undefined;
  }
}
