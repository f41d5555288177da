import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the browser would post to Usher. */
export interface Answer {
  readonly url: string;
  readonly SAMLResponse: string;
  readonly RelayState: string | null;
}

export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

export interface SamlProvider extends KeyPair {
  readonly settings: { readonly entity_id: string; readonly sso_url: string; readonly certificate: string };
  metadata(): Promise<string>;
  /** As a browser whose person is signed in there. */
  answer(requestUrl: string, as?: string): Promise<Answer>;
  stop(): Promise<void>;
}

export const people = {
  anna: {
    nameId: 'anna-4711',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    email: 'anna@example.com',
    firstName: 'Anna',
    lastName: 'Berger',
    groups: ['Staff', 'Kitchen'],
    department: 'Spa',
  },
  passer: { nameId: 'x-1', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', email: 'p@example.com' },
};

export function keyPair(): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'usher-saml-'));
  const wanted = 'req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=idp.example.com';
  execFileSync('openssl', wanted.split(' '), { cwd: folder, stdio: 'ignore' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const pair = { key: read('key.pem'), certificate: read('cert.pem').trim() };
  rmSync(folder, { recursive: true });
  return pair;
}

export interface Habits {
  /** The response, the assertion in it, or both. */
  readonly signs?: 'response' | 'assertion' | 'both';
  readonly pair?: KeyPair;
  readonly lifetimeInSeconds?: number;
  readonly signatureAlgorithm?: 'rsa-sha1' | 'rsa-sha256';
}

/** The process in saml-provider.mjs. */
export async function startSamlProvider({ pair = keyPair(), ...habits }: Habits = {}): Promise<SamlProvider> {
  const child = fork(fileURLToPath(new URL('saml-provider.mjs', import.meta.url)), {
    env: { ...process.env, SAML_PROVIDER: JSON.stringify({ ...pair, people, ...habits }) },
    execArgv: ['--no-deprecation'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const base = `http://127.0.0.1:${port}`;
  const get = async (url: string) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
    return answer;
  };
  return {
    ...pair,
    settings: { entity_id: `${base}/metadata`, sso_url: `${base}/sso`, certificate: pair.certificate },
    metadata: async () => (await get(`${base}/metadata`)).text(),
    answer: async (requestUrl, as = 'anna') => (await get(`${requestUrl}&as=${as}`)).json() as Promise<Answer>,
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
