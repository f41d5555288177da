import { HeldToken, type TokenPlace } from './held-token.js';
import { requestToken, type TokenClient } from './token-request.js';
import type { VendorApi } from './vendor-api.js';

export interface ClientCredentials extends TokenClient {
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

  constructor(api: VendorApi, place: TokenPlace, credentials: ClientCredentials) {
    const grant = { grant_type: 'client_credentials', ...credentials.form };
    this.token = new HeldToken(place, (signal) => requestToken(api, credentials, grant, signal), {
      name: credentials.name,
      mostADay: credentials.mostADay,
    });
  }

  /** @throws ConnectorProblem credentials_refused when the vendor rejects us */
  current(signal: AbortSignal): Promise<string> {
    return this.token.current(signal);
  }

  /** The vendor rejected this token before it expired: the next call requests another. */
  forget(token: string): void {
    this.token.forget(token);
  }
}
