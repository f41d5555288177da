import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { certificateFor } from '../../console/webhooks/self-signed.js';

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
  /** Anna, whose address became another one. */
  moved: {
    nameId: 'anna-4711',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    email: 'anna.lang@example.com',
  },
  /** Somebody who was given the address that Anna had. */
  heir: {
    nameId: 'heir-4712',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    email: 'anna@example.com',
  },
  /** Named by addresses, as Google does, beside an id. */
  mia: {
    nameId: 'mia@example.com',
    format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    email: 'mia@example.com',
    objectId: '7f2b0c1e-0001',
  },
  miasHeir: {
    nameId: 'mia@example.com',
    format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    email: 'mia@example.com',
    objectId: '7f2b0c1e-0002',
  },
  passer: { nameId: 'x-1', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', email: 'p@example.com' },
};

export async function keyPair(): Promise<KeyPair> {
  const { key, cert } = await certificateFor('idp.example.com', 'rsa');
  return { key, certificate: cert.trim() };
}

export interface Habits {
  /** The response, the assertion in it, or both. */
  readonly signs?: 'response' | 'assertion' | 'both';
  readonly pair?: KeyPair;
  readonly lifetimeInSeconds?: number;
  readonly signatureAlgorithm?: 'rsa-sha1' | 'rsa-sha256';
}

/** The process in saml-provider.mjs. */
export async function startSamlProvider({ pair: given, ...habits }: Habits = {}): Promise<SamlProvider> {
  const pair = given ?? (await keyPair());
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
