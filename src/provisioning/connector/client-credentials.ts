import { ConnectorProblem } from './connector-problem.js';
import { HeldToken, type IssuedToken, type TokenPlace } from './held-token.js';
import type { VendorApi } from './vendor-api.js';

export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  /** RFC 6749 2.3.1: the header unless the vendor wants them in the form. */
  readonly sentIn?: 'header' | 'form';
  /** What the vendor also wants in the form, or a replacement for `grant_type`. */
  readonly form?: Readonly<Record<string, string>>;
  /** Tells several tokens of one connection apart. */
  readonly name?: string;
  /** How many tokens the vendor issues in 24 hours, if it issues few. */
  readonly mostADay?: number;
}

/**
 * OAuth 2.0 client credentials (RFC 6749 4.4): one token, requested once for all waiting calls and kept until shortly
 * before its end.
 */
export class ClientCredentialsToken {
  private readonly token: HeldToken;

  constructor(
    private readonly api: VendorApi,
    place: TokenPlace,
    private readonly credentials: ClientCredentials,
  ) {
    this.token = new HeldToken(place, (signal) => this.ask(signal), credentials);
  }

  /** @throws ConnectorProblem credentials_refused when the vendor rejects us */
  current(signal: AbortSignal): Promise<string> {
    return this.token.current(signal);
  }

  /** The vendor rejected this token before it expired: the next call requests another. */
  forget(token: string): void {
    this.token.forget(token);
  }

  private async ask(signal: AbortSignal): Promise<IssuedToken> {
    const { tokenUrl, clientId, clientSecret, scope, sentIn = 'header', form: further = {} } = this.credentials;
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}), ...further });
    if (sentIn === 'form') {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
    const answer = (await this.api
      .json(
        'token',
        {
          method: 'POST',
          url: tokenUrl,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            ...(sentIn === 'header' ? { authorization: `Basic ${basic}` } : {}),
          },
          body: form.toString(),
        },
        signal,
      )
      .catch(refusedCredentials)) as { readonly access_token?: unknown; readonly expires_in?: unknown };
    if (typeof answer.access_token !== 'string' || !answer.access_token)
      throw new ConnectorProblem('upstream_broken', 'token: the answer holds no access_token');
    return {
      token: answer.access_token,
      lifeSeconds: typeof answer.expires_in === 'number' ? answer.expires_in : undefined,
    };
  }
}

/** RFC 6749 5.2: `invalid_client` comes as 400 or 401. */
function refusedCredentials(error: unknown): never {
  if (error instanceof ConnectorProblem && error.code === 'settings_invalid')
    throw new ConnectorProblem('credentials_refused', error.message);
  throw error;
}
