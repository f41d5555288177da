import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** Who runs the bundled PostgreSQL; without uid and gid, the user of this process. */
export interface DatabaseAccount {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the host's `postgres` user if there is one, else as
 * `nobody`. No account is ever created on the host.
 */
export async function databaseAccount(): Promise<DatabaseAccount> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return {};
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const fields = passwd
      .split('\n')
      .map((line) => line.split(':'))
      .find((line) => line[0] === name);
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root and this host has neither a postgres nor a nobody user: start Usher as ' +
      'an ordinary user, or set DATABASE_URL',
  );
}
