import { Injectable } from '@nestjs/common';
import type { IDToken } from 'openid-client';
import type { ProviderSettings } from '../../../console/authentication-providers/provider-types.js';
import { Clock } from '../../../kernel/clock.js';
import { OutboundFailure } from '../../../kernel/http-client.js';
import { type ProviderRefusal, refusal, type UngroupedPerson } from '../contract/proven-person.js';
import { type SignInAttempt, SignInStates } from '../contract/sign-in-states.js';
import { OidcClients, oidcMessageOf } from './oidc-clients.js';
import { personOfClaims } from './person-of-claims.js';

const longestVisitMilliseconds = 16 * 60_000;

/** Authorization code flow with PKCE (RFC 9700): the browser goes to the provider and returns with a code. */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly clients: OidcClients,
    private readonly states: SignInStates,
    private readonly clock: Clock,
  ) {}

  /** The address to send the browser to. `callback`: the registered redirect address. */
  async begin(
    provider: string,
    settings: ProviderSettings,
    { attempt, state }: { readonly attempt: SignInAttempt; readonly state: string },
    callback: string,
  ): Promise<string | ProviderRefusal> {
    try {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const client = await this.clients.clientOf(provider, settings);
      const url = buildAuthorizationUrl(client, {
        redirect_uri: callback,
        scope: (settings.scopes as string[]).join(' '),
        state,
        nonce: this.states.wordOf(attempt, 'nonce'),
        code_challenge: await calculatePKCECodeChallenge(this.states.wordOf(attempt, 'verifier')),
        code_challenge_method: 'S256',
        // OpenID Connect Core, section 3.1.2.1. Providers that do not know it ignore it, unlike a prompt.
        ...(isAfresh(attempt) ? { max_age: '0' } : {}),
      });
      return url.href;
    } catch (error) {
      return refusal('unavailable', oidcMessageOf(error));
    }
  }

  /** `answer`: the query with which the browser returned. */
  async finish(
    provider: string,
    settings: ProviderSettings,
    attempt: SignInAttempt,
    answer: URLSearchParams,
    callback: string,
  ): Promise<UngroupedPerson | ProviderRefusal> {
    try {
      const client = await import('openid-client');
      const config = await this.clients.clientOf(provider, settings);
      const tokens = await client.authorizationCodeGrant(config, new URL(`${callback}?${answer}`), {
        pkceCodeVerifier: this.states.wordOf(attempt, 'verifier'),
        expectedNonce: this.states.wordOf(attempt, 'nonce'),
        expectedState: answer.get('state') ?? '',
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken;
      if (isAfresh(attempt) && this.isOld(claims))
        return refusal('wrong', 'The provider was told to ask who it is, and did not');
      const more = config.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
      return personOfClaims({ ...more, ...claims }, settings);
    } catch (error) {
      return isAway(error) ? refusal('unavailable', oidcMessageOf(error)) : refusal('wrong', oidcMessageOf(error));
    }
  }

  /** Longer ago than such a visit takes; many providers do not say when it was. */
  private isOld({ auth_time: at }: IDToken): boolean {
    return at !== undefined && at * 1000 < this.clock.milliseconds() - longestVisitMilliseconds;
  }
}

function isAfresh({ errand }: SignInAttempt): boolean {
  return errand.of === 'operator' && errand.isAfresh;
}

/** Of the provider itself (RFC 6749 section 4.1.2.1). */
const ownFaults = new Set<unknown>(['server_error', 'temporarily_unavailable']);

/** The provider did not answer, or says that the fault is its own: which says nothing about the person. */
function isAway(error: unknown): boolean {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as { cause?: unknown }).cause) {
    const { error: code, status } = each as { readonly error?: unknown; readonly status?: unknown };
    if (each instanceof OutboundFailure || ownFaults.has(code) || (typeof status === 'number' && status >= 500))
      return true;
  }
  return false;
}
