import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { keepFile } from './keep-file.js';

/** In FreeRADIUS' run folder, in which it works. */
const publicAuthorities = 'database-authorities.pem';

/**
 * How libpq is told to encrypt, and whom to trust, as the service does by the same address: without this FreeRADIUS
 * would take whoever answers, and do without TLS where there is none. The driver knows the public authorities by
 * itself; libpq is given a file of them (`keepPublicAuthorities`).
 */
export function libpqTls(parameters: URLSearchParams): readonly (readonly [string, string])[] {
  const mode = parameters.get('sslmode') ?? impliedMode(parameters);
  if (mode === 'disable' || mode === null) return mode ? [['sslmode', mode]] : [];
  const own = ['sslcert', 'sslkey'].map((name) => [name, absolute(parameters.get(name))] as const);
  // libpq would verify by the file, whatever the mode.
  if (mode === 'no-verify') return [['sslmode', 'require'], ...own];
  if (parameters.get('uselibpqcompat') === 'true')
    return [['sslmode', mode], ...own, ['sslrootcert', absolute(parameters.get('sslrootcert'))]];
  return [
    ['sslmode', 'verify-full'],
    ...own,
    ['sslrootcert', absolute(parameters.get('sslrootcert')) || publicAuthorities],
  ];
}

/** The file that `libpqTls` names where the address names none: those that Node trusts. */
export function keepPublicAuthorities(folder: string, database: string): void {
  if (!database.includes(`sslrootcert='${publicAuthorities}'`)) return;
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const certificates = [...rootCertificates, ...(extra ? [readFileSync(extra, 'utf8')] : [])];
  keepFile(path.join(folder, publicAuthorities), `${certificates.join('\n')}\n`);
}

/** The driver verifies, too, where only a file is named. */
function impliedMode(parameters: URLSearchParams): string | null {
  const isNamed = ['sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.get(name));
  return isNamed || ['true', '1'].includes(parameters.get('ssl') ?? '') ? 'verify-full' : null;
}

/** FreeRADIUS works in another folder. */
function absolute(file: string | null): string {
  return file ? path.resolve(file) : '';
}
