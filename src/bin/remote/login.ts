import { typed } from './asking.js';
import { printLine, printJson } from './output.js';
import { keepProfile, plainUrl, profileFile, usualProfile } from './profile.js';
import { RemoteApi } from './remote-api.js';
import type { RemoteOptions } from './remote-options.js';
import { RemoteProblem } from './remote-problem.js';

interface LoginOptions extends RemoteOptions {
  /** An operator signs in with a password instead of a key; such a session ends after 30 minutes without use. */
  readonly email?: string;
  readonly code?: string;
}

/** `usher login`: proves the key at the service, then keeps both in the profile. */
export async function login(address: string, options: LoginOptions): Promise<void> {
  const url = plainUrl(address);
  const key = options.email ? await session(url, options.email, options.code) : await typed('API key: ', true);
  if (key === '') throw new RemoteProblem('not understood', 'No key was given', 'paste it, or pipe it in');
  await new RemoteApi({ url, key }).call('get', '/organizations', { query: { page_size: 1 } }).catch(mayLackRight);
  const name = options.profile ?? usualProfile;
  keepProfile(name, { url, key });
  if (options.json) printJson({ profile: name, url, file: profileFile() });
  else printLine(`Signed in at ${url}. The key is in ${profileFile()}, as the profile ${name}.`);
}

async function session(url: string, email: string, totp: string | undefined): Promise<string> {
  const password = await typed('Password: ', true);
  const made = await new RemoteApi({ url, key: 'none' }).call('post', '/sessions', { body: { email, password, totp } });
  return made.token;
}

/** A key that may do little is a key all the same. */
function mayLackRight(error: unknown): void {
  const isRight = error instanceof RemoteProblem && error.kind === 'not allowed' && /permission/.test(error.message);
  if (!isRight) throw error;
}
