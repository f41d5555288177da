import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../kernel/make-folder.js';
import { RemoteProblem } from './remote-problem.js';

/** Where a service is, and by which key. */
export interface ServiceProfile {
  readonly url: string;
  readonly key: string;
}

type Profiles = Record<string, ServiceProfile>;

export const usualProfile = 'default';

/** Readable by its owner only: it holds keys. */
export function profileFile(): string {
  return path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'usher', 'profiles.json');
}

/** The environment counts more than the file, and is not mixed with it: a kept key goes to its own service only. */
export function profileNamed(name: string | undefined): ServiceProfile {
  const { USHER_URL: url, USHER_API_KEY: key } = process.env;
  if (name === undefined && url && key) return { url: plainUrl(url), key };
  if (name === undefined && (url || key)) {
    const [there, missing] = url ? ['USHER_URL', 'USHER_API_KEY'] : ['USHER_API_KEY', 'USHER_URL'];
    throw new RemoteProblem('not understood', `${there} is set, but not ${missing}`, 'set both, or neither');
  }
  const wanted = name ?? process.env.USHER_PROFILE ?? usualProfile;
  const found = profiles()[wanted];
  const named = wanted === usualProfile ? '' : ` --profile ${wanted}`;
  if (!found)
    throw new RemoteProblem(
      'not understood',
      `There is no profile ${wanted} in ${profileFile()}`,
      `usher login <address>${named}, or set USHER_URL and USHER_API_KEY`,
    );
  return found;
}

export function keepProfile(name: string, profile: ServiceProfile): void {
  const file = profileFile();
  const text = `${JSON.stringify({ ...profiles(), [name]: profile }, null, 2)}\n`;
  try {
    makeFolder(path.dirname(file), 0o700);
    const staging = `${file}.${process.pid}`;
    writeFileSync(staging, text, { mode: 0o600 });
    chmodSync(staging, 0o600);
    renameSync(staging, file);
  } catch (error) {
    throw new RemoteProblem(
      'refused',
      `The key works, but ${file} cannot be written (${String((error as NodeJS.ErrnoException).code)})`,
      'set XDG_CONFIG_HOME to a folder of your own, or USHER_URL and USHER_API_KEY in place of a profile',
    );
  }
}

export function plainUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new RemoteProblem('not understood', `${text} is no address`, 'give one such as https://wifi.example.com');
  return text.replace(/\/+$/, '');
}

function profiles(): Profiles {
  try {
    const read: unknown = JSON.parse(readFileSync(profileFile(), 'utf8'));
    if (typeof read !== 'object' || read === null) throw new Error('it has no profiles');
    return read as Profiles;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return {};
    throw new RemoteProblem(
      'not understood',
      `${profileFile()} cannot be read: ${(error as Error).message}`,
      'mend or remove it, then usher login',
    );
  }
}
