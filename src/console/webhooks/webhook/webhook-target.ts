import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import { Problem } from '../../../kernel/errors.js';
import { isHost, isPublic, Reach } from '../../../kernel/reach.js';
import { isShownOnly, shownOnlyDetail } from '../../../kernel/shown-address.js';
import { Settings } from '../../../kernel/settings.js';
import type { Webhook } from './webhook.js';

const syslogPorts: Readonly<Record<string, string | undefined>> = { 'udp:': '514', 'tcp:': '601', 'tls:': '6514' };

/** Where an endpoint may lead, checked by its address when saved. What a name resolves to is checked at each send. */
@Injectable()
export class WebhookTarget {
  constructor(
    private readonly settings: Settings,
    private readonly reach: Reach,
  ) {}

  /** The address as stored: normalized, with a port if the scheme has none. */
  accept({ type, url: text }: Pick<Webhook, 'type' | 'url'>): string {
    if (isShownOnly(text)) throw refused(shownOnlyDetail);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !isHost(url.hostname))
      throw refused(
        type === 'webhook'
          ? 'must be an address such as https://hooks.example.com/wifi'
          : 'must be an address such as tls://logs.example.com:6514',
      );
    if (url.username || url.password)
      throw refused('must not hold a user name or password: requests are signed instead');
    if (url.hash) throw refused('must not have a fragment (#…)');
    const host = url.hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    if (!this.reach.allowsSaved(host)) {
      throw refused(`${host} is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those`);
    }
    return type === 'webhook' ? this.webAddress(url, host) : syslogAddress(url);
  }

  private webAddress(url: URL, host: string): string {
    if (url.protocol === 'http:' && this.settings.allowPrivateTargets && isLoopback(host)) return url.href;
    if (url.protocol !== 'https:') throw refused('must begin with https://');
    return url.href;
  }
}

/** Readable certificates in PEM, or a refusal. */
export function acceptAuthorities(pem: string | null): string | null {
  if (pem === null) return null;
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (blocks.length === 0) throw new Error('none');
    for (const block of blocks) void new X509Certificate(block);
    return blocks.join('\n');
  } catch {
    throw Problem.invalidField('tls_ca', 'must be one or more certificates in PEM (-----BEGIN CERTIFICATE-----)');
  }
}

function syslogAddress(url: URL): string {
  const usualPort = syslogPorts[url.protocol];
  if (!usualPort) throw refused('must begin with udp://, tcp:// or tls://');
  if (!['', '/'].includes(url.pathname) || url.search)
    throw refused('must be scheme, host and port only, such as tls://logs.example.com:6514');
  return `${url.protocol}//${url.hostname}:${url.port || usualPort}`;
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isLoopback(host: string): boolean {
  return isLocal(host) || host === '::1' || (isIP(host) !== 0 && !isPublic(host) && host.startsWith('127.'));
}

function refused(detail: string): Problem {
  return Problem.invalidField('url', detail);
}
