import { accessSync, constants } from 'node:fs';

/** Files that a database's address may name. */
const files = ['sslrootcert', 'sslcert', 'sslkey'];
/** `no-verify` is the driver's own word, and `disable` the only one that does not encrypt. */
const modes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** The driver verifies as for verify-full where these stand, and warns at each start that it will not for ever. */
const taken = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/**
 * Where a database is, as the driver is told it: what encrypts is `sslmode=verify-full`, but `no-verify` and where
 * `uselibpqcompat` gives the words their meaning in libpq. The value may hold a password: no problem repeats it.
 */
export function databaseAddress(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new Error(
      'must be postgres://user:password@host:port/database (a socket in /run/postgresql: ' +
        'postgres://user@%2Frun%2Fpostgresql/database)',
    );
  const { searchParams } = new URL(text);
  const mode = searchParams.get('sslmode');
  if (mode !== null && !modes.includes(mode)) throw new Error(`sslmode must be one of ${modes.join(', ')}`);
  for (const name of files) requireReadable(name, searchParams.get(name));
  return searchParams.get('uselibpqcompat') === 'true' ? text : text.replace(taken, '$1verify-full');
}

function requireReadable(name: string, file: string | null): void {
  if (file === null) return;
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new Error(`the file of its ${name} cannot be read: ${file} (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}
