import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ClientAuth, Configuration, CustomFetchOptions, ServerMetadata } from 'openid-client';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { Clock } from '../../../kernel/clock.js';
import { HttpClient } from '../../../kernel/http-client.js';
import { Reach } from '../../../kernel/reach.js';

const stepMilliseconds = 5000;
const mostBytes = 256 * 1024;
const keptMilliseconds = 5 * 60_000;
const skewSeconds = 60;

interface Kept {
  readonly server: ServerMetadata;
  readonly until: number;
}

/**
 * Clients of OpenID providers. Our own HTTP client calls every address that a provider names: it checks the resolved
 * address, follows no redirects, and limits time and size.
 */
@Injectable()
export class OidcClients {
  private readonly known = new LRUCache<string, Kept>({ max: 1000 });

  constructor(
    private readonly http: HttpClient,
    private readonly reach: Reach,
    private readonly clock: Clock,
  ) {}

  /** `provider` names the record and its revision; `settings` as of type oidc, secrets opened. */
  async clientOf(provider: string, settings: ProviderSettings): Promise<Configuration> {
    const kept = this.known.get(provider);
    const now = this.clock.milliseconds();
    if (kept && kept.until > now) return this.configured(kept.server, settings);
    const server = await this.discovered(settings);
    this.known.set(provider, { server, until: now + keptMilliseconds });
    return this.configured(server, settings);
  }

  /** Reads the discovery document, whose issuer must be the configured one. Never cached. */
  async discovered(settings: ProviderSettings): Promise<ServerMetadata> {
    const { discovery, None, customFetch, allowInsecureRequests } = await import('openid-client');
    const issuer = new URL(settings.issuer as string);
    const found = await discovery(issuer, settings.client_id as string, undefined, None(), {
      timeout: stepMilliseconds / 1000,
      execute: this.mayBeOpen(issuer) ? [allowInsecureRequests] : [],
      [customFetch]: (url: string, options: CustomFetchOptions) => this.fetched(url, options),
    });
    const server = found.serverMetadata();
    const isSafe = (url: string) => url.startsWith('https:') || (url.startsWith('http:') && this.mayBeOpen(issuer));
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      if (!isSafe(server[name] ?? '')) throw new Error(`The provider names no ${name} with https`);
    // Mix-up attack (RFC 9700 section 4.4): another organization's provider could receive our code and redeem it.
    if (!settings.client_secret && !server.authorization_response_iss_parameter_supported)
      throw new Error('Set client_secret: the provider does not name itself in its answers (iss)');
    return { ...server };
  }

  /** Reads the keys for each sign-in, so a key rotation takes effect at once. */
  async configured(server: ServerMetadata, settings: ProviderSettings): Promise<Configuration> {
    const client = await import('openid-client');
    const own = { [client.clockTolerance]: skewSeconds };
    const made = new client.Configuration(server, settings.client_id as string, own, await authOf(server, settings));
    made[client.customFetch] = (url, options) => this.fetched(url, options);
    made.timeout = stepMilliseconds / 1000;
    if (this.mayBeOpen(new URL(settings.issuer as string))) client.allowInsecureRequests(made);
    client.enableNonRepudiationChecks(made);
    return made;
  }

  /** Allows plain HTTP to a provider on the same machine if private addresses are permitted: tests, small sites. */
  private mayBeOpen(issuer: URL): boolean {
    return issuer.protocol === 'http:' && this.reach.allows('127.0.0.1');
  }

  private async fetched(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const answer = await this.http.request({
      method: method as 'GET' | 'POST',
      url,
      headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
      ...(body ? { body: body instanceof Uint8Array ? Buffer.from(body) : String(body as URLSearchParams) } : {}),
      timeoutMilliseconds: stepMilliseconds,
      maximumBytes: mostBytes,
      signal: signal ?? undefined,
    });
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: { ...answer.headers },
    });
  }
}

async function authOf(server: ServerMetadata, settings: ProviderSettings): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await import('openid-client');
  const secret = settings.client_secret as string | undefined;
  if (!secret) return None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** The library's message and its causes, for the administrator of the provider. */
export function oidcMessageOf(error: unknown): string {
  const words: string[] = [];
  for (let each = error; words.length < 4 && typeof each === 'object' && each !== null;) {
    const { message, error: code, error_description: description, cause } = each as Record<string, unknown>;
    const said = [message, code, description].filter((part): part is string => typeof part === 'string' && part !== '');
    words.push(...said.filter((part) => !words.includes(part)));
    each = cause;
  }
  return words.join(': ').slice(0, 500) || 'The provider cannot be asked';
}
