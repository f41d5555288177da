import { lookup } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import type { Client, SearchOptions, SearchResult } from 'ldapts';
import type { Reach } from '../../../kernel/reach.js';
import type { PasswordPolicyAnswer } from './password-policy.js';

const stepMilliseconds = 5000;
const wholeMilliseconds = 10_000;
/** Far more than a person and all of their groups. */
const mostBytes = 4 * 1024 * 1024;
const countedEveryMilliseconds = 20;

export type Entry = SearchResult['searchEntries'][number];

export interface DirectoryTarget {
  readonly url: string;
  readonly startsTls: boolean;
  /** PEM; null: the system's own trust. */
  readonly caCertificate: string | null;
  /** Told of a certificate that is from a trusted authority. */
  readonly onCertificate?: (certificate: PeerCertificate) => void;
}

/** A connection to a directory, for one sign-in. It never falls back to a socket without TLS. */
export class LdapConnection {
  private constructor(
    private readonly client: Client,
    private readonly isTlsStarted: boolean,
  ) {}

  /**
   * Gives `use` an open connection and closes it, within ten seconds in all. The address is checked after the name is
   * resolved, and the socket goes to that address: a name that resolves differently a moment later gains nothing.
   */
  static async within<T>(
    target: DirectoryTarget,
    reach: Reach,
    use: (connection: LdapConnection) => Promise<T>,
  ): Promise<T> {
    const { Client } = await import('ldapts');
    const url = new URL(target.url);
    const host = hostOf(target);
    const address = await addressOf(host, reach);
    url.hostname = isIP(address) === 6 ? `[${address}]` : address;
    const tls = tlsOf(target, host);
    const client = new Client({
      url: `${url.protocol}//${url.host}`,
      timeout: stepMilliseconds,
      connectTimeout: stepMilliseconds,
      ...(url.protocol === 'ldaps:' ? { tlsOptions: tls } : {}),
    });
    let timer: NodeJS.Timeout | undefined;
    let count: NodeJS.Timeout | undefined;
    const givenUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${host} did not answer in time`)), wholeMilliseconds);
      // The client buffers a message of any length before it reads it.
      count = setInterval(() => {
        const { socket } = client as unknown as { readonly socket?: Socket };
        if (socket && socket.bytesRead > mostBytes) reject(new Error(`${host} answered with too much`));
      }, countedEveryMilliseconds);
    });
    const work = async () => {
      const startsTls = target.startsTls && url.protocol === 'ldap:';
      if (startsTls) await client.startTLS(tls);
      return use(new LdapConnection(client, startsTls));
    };
    try {
      return await Promise.race([work(), givenUp]);
    } finally {
      clearTimeout(timer);
      clearInterval(count);
      await client.unbind().catch(() => undefined);
    }
  }

  /** RFC 4513 section 5.1.2: a server accepts a name with an empty password, which proves nothing. */
  async bind(name: string, password: string, policy?: PasswordPolicyAnswer): Promise<void> {
    if (!name || !password) throw new Error('A bind without name or password proves nothing');
    this.requireOpen();
    await this.client.bind(name, password, await policy?.asked());
  }

  /** Referrals to other directories are not followed. */
  async search(base: string, options: SearchOptions): Promise<Entry[]> {
    this.requireOpen();
    return (await this.client.search(base, options)).searchEntries;
  }

  /** The client would reconnect by itself, without the TLS that was started. */
  private requireOpen(): void {
    if (this.isTlsStarted && !this.client.isConnected) throw new Error('The directory closed the connection');
  }
}

export function textsOf(value: Entry[string] | undefined): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((each): each is string => typeof each === 'string' && each !== '');
}

export function hostOf({ url }: DirectoryTarget): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** The socket goes to an address, but the certificate must be valid for the host. */
export function tlsOf({ caCertificate, onCertificate }: DirectoryTarget, host: string): ConnectionOptions {
  return {
    ...(caCertificate ? { ca: caCertificate } : {}),
    ...(isIP(host) ? {} : { servername: host }),
    checkServerIdentity: (_, certificate) => {
      onCertificate?.(certificate);
      return checkServerIdentity(host, certificate);
    },
  };
}

export function addressOf(host: string, reach: Reach): Promise<string> {
  if (!reach.allows(host)) return Promise.reject(new Error(`${host} is a private or local address`));
  if (isIP(host)) return Promise.resolve(host);
  return new Promise((resolve, reject) =>
    (reach.lookup ?? lookup)(host, { all: false }, (error, address) =>
      error ? reject(error) : resolve(address as string),
    ),
  );
}
