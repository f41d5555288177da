import { StartProblem } from '../kernel/start-problem.js';

/**
 * Why this process cannot connect to the URL of a setting, and the remedy. Returns the error itself if it is unexpected
 * or says so already.
 */
export function connectProblem(error: unknown, url: string, setting = 'DATABASE_URL'): unknown {
  if (error instanceof StartProblem) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const place = `${decodeURIComponent(hostname) || (searchParams.get('host') ?? 'localhost')}:${port || '5432'}`;
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))];
  const words: Readonly<Record<string, string | undefined>> = {
    ECONNREFUSED: `no PostgreSQL answers at ${place}: is it running, and does it listen there?`,
    ENOTFOUND: `there is no host of the name in ${place}`,
    EAI_AGAIN: `the name in ${place} cannot be looked up at the moment`,
    '28P01': `PostgreSQL at ${place} refuses the password of the role ${role}`,
    '28000': `PostgreSQL at ${place} does not let the role ${role} in (pg_hba.conf): ${message}`,
    '3D000': `there is no database ${database} at ${place}:  create database ${database} owner ${role}  makes it`,
    '42501':
      `the role ${role} may not do what the schema needs (${message}): it has to own the database and may ` +
      'create roles',
    '53300':
      `PostgreSQL at ${place} has no connection left: raise its max_connections (each process takes about a ` +
      'dozen)',
    '57P03': `PostgreSQL at ${place} is starting or stopping: ${message}`,
  };
  const known =
    words[code] ??
    (unknownAuthority.includes(code)
      ? `the certificate of PostgreSQL at ${place} is by an authority that is not known here (${message}): name its ` +
        'file behind the address, ?sslmode=verify-full&sslrootcert=/etc/usher/database-ca.pem'
      : undefined) ??
    (isUnreachable(code, message) ? `PostgreSQL at ${place} cannot be reached: ${message || code}` : undefined);
  return known === undefined ? error : new StartProblem(`${setting}: ${known}`, { cause: error });
}

/** As Node has them from OpenSSL. */
const unknownAuthority = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
];

/** The driver gives no code for a timeout or a refused encryption. */
function isUnreachable(code: string, message: string): boolean {
  return (
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|.*CERT.*|ERR_TLS.*)$/.test(code) ||
    /timeout exceeded when trying to connect|SSL connections|Connection terminated/.test(message)
  );
}
