import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { join } from './eapol.js';
import type { RadiusRig } from './radius-rig.js';

/** As a device keeps it, in PEM. */
export interface OwnCertificate {
  readonly id: string;
  readonly certificate: string;
  readonly key: string;
}

/** Issued to a user for a key that OpenSSL made. */
export async function ownCertificate(rig: RadiusRig, userId: string): Promise<OwnCertificate> {
  const { key, made: csr } = openssl('-new', '/CN=guest.212');
  const { id, certificate } = await rig.post('/certificates', { user_id: userId, csr });
  return { id, certificate, key };
}

/** The certificate of an authority that nobody here knows. */
export const strangeAuthority = (): string => openssl('-x509', '/CN=Somebody else', '-days', '2').made;

function openssl(kind: '-new' | '-x509', subject: string, ...more: string[]): { key: string; made: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'usher-openssl-'));
  const [key, made] = ['key', 'made'].map((name) => path.join(folder, name));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  try {
    execFileSync('openssl', ['req', kind, ...curve, '-keyout', key, '-out', made, '-subj', subject, ...more], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), made: readFileSync(made, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** By EAP-TLS, as a device that trusts `authority`. */
export function joinByCertificate(
  port: number,
  authority: string,
  { certificate, key }: Pick<OwnCertificate, 'certificate' | 'key'>,
): Promise<boolean> {
  const files = ['ca_cert="FOLDER/ca.pem"', 'client_cert="FOLDER/c.pem"', 'private_key="FOLDER/k.pem"'];
  return join(port, ['eap=TLS', 'identity="device"', ...files], {
    'ca.pem': authority,
    'c.pem': certificate,
    'k.pem': key,
  });
}
