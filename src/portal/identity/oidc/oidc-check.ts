import { Injectable } from '@nestjs/common';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { HttpClient, jsonOf } from '../../../kernel/http-client.js';
import type { ProviderCheck } from '../contract/provider-check.js';
import { OidcClients, oidcMessageOf } from './oidc-clients.js';

const stepMilliseconds = 5000;
const mostBytes = 256 * 1024;

/** Tests step by step what a sign-in needs from an OpenID provider. Signs nobody in; stops at the first failure. */
@Injectable()
export class OidcCheck {
  constructor(
    private readonly clients: OidcClients,
    private readonly http: HttpClient,
  ) {}

  /** `settings` as of type oidc, secrets opened. */
  async check(settings: ProviderSettings): Promise<ProviderCheck[]> {
    const found: { server?: ServerMetadata; client?: Configuration } = {};
    const steps: readonly (readonly [ProviderCheck['name'], () => Promise<string>])[] = [
      ['discovery', () => this.document(settings)],
      [
        'issuer',
        async () => {
          found.server = await this.clients.discovered(settings);
          found.client = await this.clients.configured(found.server, settings);
          return `${found.server.issuer} says so itself`;
        },
      ],
      ['keys', () => this.keys(found.server?.jwks_uri ?? '')],
      ['client', () => this.client(found.client as Configuration, settings)],
    ];
    const checks: ProviderCheck[] = [];
    for (const [name, step] of steps)
      try {
        checks.push({ name, ok: true, detail: await step() });
      } catch (error) {
        return [...checks, { name, ok: false, detail: oidcMessageOf(error) }];
      }
    return checks;
  }

  private async document({ issuer }: ProviderSettings): Promise<string> {
    const url = `${(issuer as string).replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await this.get(url);
    const document = jsonOf(answer) as { readonly issuer?: unknown } | undefined;
    if (answer.status !== 200 || typeof document?.issuer !== 'string')
      throw new Error(`${url} is no discovery document (status ${answer.status})`);
    return `${url} is there`;
  }

  private async keys(url: string): Promise<string> {
    const answer = await this.get(url);
    const { keys } = (jsonOf(answer) ?? {}) as { readonly keys?: unknown };
    if (answer.status !== 200 || !Array.isArray(keys) || keys.length === 0)
      throw new Error(`${url} has no keys (status ${answer.status})`);
    return `${url} has ${keys.length}`;
  }

  /** Sends an invalid code: a provider that rejects the code has accepted the client. */
  private async client(client: Configuration, { client_id: id }: ProviderSettings): Promise<string> {
    const { genericGrantRequest } = await import('openid-client');
    const asked = { code: 'a test of Usher', redirect_uri: 'https://usher.invalid/', code_verifier: 'x'.repeat(43) };
    try {
      await genericGrantRequest(client, 'authorization_code', asked);
    } catch (error) {
      const { error: code, status } = error as { readonly error?: unknown; readonly status?: unknown };
      if (code === 'invalid_grant') return `The provider takes ${String(id)} and its secret`;
      if (status === 401 || code === 'invalid_client' || code === 'unauthorized_client')
        throw new Error(`The provider does not take ${String(id)} and its secret: ${oidcMessageOf(error)}`, {
          cause: error,
        });
      return `The provider does not let that be tried beforehand: ${oidcMessageOf(error)}`;
    }
    return `The provider takes ${String(id)}`;
  }

  private get(url: string) {
    return this.http.request({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMilliseconds: stepMilliseconds,
      maximumBytes: mostBytes,
    });
  }
}
