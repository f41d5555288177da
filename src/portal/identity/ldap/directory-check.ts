import { connect } from 'node:net';
import { connect as connectByTls, type PeerCertificate } from 'node:tls';
import { Injectable } from '@nestjs/common';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { Reach } from '../../../kernel/reach.js';
import type { ProviderCheck } from '../contract/provider-check.js';
import { addressOf, type DirectoryTarget, hostOf, LdapConnection, tlsOf } from './ldap-connection.js';
import { messageOf, targetOf } from './ldap-directory.js';

const stepMilliseconds = 5000;

/** Asks a directory step by step for what a sign-in needs. Signs nobody in; stops at the first failure. */
@Injectable()
export class DirectoryCheck {
  constructor(private readonly reach: Reach) {}

  /** `settings` as of type ldap, secrets opened. */
  async check(settings: ProviderSettings): Promise<ProviderCheck[]> {
    const target = targetOf(settings);
    const host = hostOf(target);
    const { protocol, port } = new URL(target.url);
    const place = { host: '', port: Number(port) || (protocol === 'ldaps:' ? 636 : 389) };
    const steps: readonly (readonly [ProviderCheck['name'], () => Promise<string>])[] = [
      [
        'name',
        async () => {
          place.host = await inTime(addressOf(host, this.reach), `${host} was not resolved in time`);
          return place.host === host ? `${host} is an address` : `${host} is ${place.host}`;
        },
      ],
      ['tcp', () => answers(place)],
      ['tls', () => this.tls(target, host, place)],
      ['bind', () => this.bind(target, settings)],
      ['search_base', () => this.searchBase(target, settings)],
    ];
    const checks: ProviderCheck[] = [];
    for (const [name, step] of steps)
      try {
        checks.push({ name, ok: true, detail: await step() });
      } catch (error) {
        return [...checks, { name, ok: false, detail: messageOf(error) }];
      }
    return checks;
  }

  private async tls(target: DirectoryTarget, host: string, place: Place): Promise<string> {
    if (target.url.startsWith('ldaps:')) return certificateOf(target, host, place);
    if (!target.startsTls) return 'None is set: passwords pass in the clear';
    let seen: PeerCertificate | undefined;
    await LdapConnection.within({ ...target, onCertificate: (each) => (seen = each) }, this.reach, () =>
      Promise.resolve(),
    );
    return seen ? wordsOf(seen) : 'StartTLS was taken';
  }

  private bind(target: DirectoryTarget, { bind_dn: name, bind_password: own }: ProviderSettings): Promise<string> {
    if (!name) return Promise.resolve('bind_dn is not set: people are looked for anonymously');
    return LdapConnection.within(target, this.reach, async (connection) => {
      await connection.bind(name as string, (own as string | undefined) ?? '');
      return `The directory takes ${name as string}`;
    });
  }

  private searchBase(target: DirectoryTarget, settings: ProviderSettings): Promise<string> {
    const { bind_dn: name, bind_password: own, base_dn: base } = settings as Readonly<Record<string, string>>;
    return LdapConnection.within(target, this.reach, async (connection) => {
      if (name) await connection.bind(name, own ?? '');
      const found = await connection.search(base, { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] });
      if (found.length === 0) throw new Error(`${base} is not shown to whom Usher looks as`);
      return `${base} is there`;
    });
  }
}

interface Place {
  readonly host: string;
  readonly port: number;
}

function answers(place: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    const where = `${place.host} port ${place.port}`;
    const socket = connect({ ...place, timeout: stepMilliseconds }, () => {
      socket.destroy();
      resolve(`${where} answers`);
    });
    socket.once('timeout', () => socket.destroy(new Error(`${where} does not answer`)));
    socket.once('error', reject);
  });
}

/** An untrusted one is reported too; nothing is sent to its holder. */
function certificateOf(target: DirectoryTarget, host: string, place: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { ...tlsOf(target, host), ...place, timeout: stepMilliseconds, rejectUnauthorized: false };
    const socket = connectByTls(options, () => {
      const certificate = socket.getPeerCertificate();
      socket.destroy();
      const words = wordsOf(certificate);
      if (socket.authorized) resolve(words);
      else reject(new Error(`It is not trusted (${String(socket.authorizationError)}): ${words}`));
    });
    socket.once('timeout', () => socket.destroy(new Error('TLS did not begin in time')));
    socket.once('error', reject);
  });
}

function wordsOf({ subject, subjectaltname: names, issuer, valid_to: until }: PeerCertificate): string {
  const day = new Date(until).toISOString().slice(0, 10);
  const whose = names ?? [subject?.CN].flat().join(', ');
  return `Certificate of ${whose}, from ${[issuer?.CN ?? issuer?.O].flat().join(', ')}, good until ${day}`;
}

async function inTime<T>(work: Promise<T>, words: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(words)), stepMilliseconds);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
