import { ConnectorProblem } from './connector-problem.js';
import { HeldToken, type IssuedToken, type TokenPlace } from './held-token.js';
import { requestToken, type TokenClient } from './token-request.js';
import type { VendorApi } from './vendor-api.js';

export interface RefreshCredentials extends TokenClient {
  /** What somebody got by a sign-in in the browser. */
  readonly refreshToken: string;
}

/**
 * OAuth 2.0 refresh tokens (RFC 6749 6): each use may replace the refresh token, so the latest one is kept with the
 * token that came with it, for all processes.
 */
export class RefreshedToken {
  private readonly token: HeldToken;

  constructor(
    private readonly api: VendorApi,
    place: TokenPlace,
    private readonly credentials: RefreshCredentials,
  ) {
    const { refreshToken } = credentials;
    this.token = new HeldToken(place, (signal, latest = refreshToken) => this.refreshed(signal, latest), {
      refreshToken,
    });
  }

  /** @throws ConnectorProblem credentials_refused when somebody must sign in anew */
  current(signal: AbortSignal): Promise<string> {
    return this.token.current(signal);
  }

  /** The vendor rejected this token before it expired: the next call requests another. */
  forget(token: string): void {
    this.token.forget(token);
  }

  private async refreshed(signal: AbortSignal, latest: string): Promise<IssuedToken> {
    const grant = { grant_type: 'refresh_token', refresh_token: latest };
    const issued = await requestToken(this.api, this.credentials, grant, signal).catch((error: unknown) => {
      if (!(error instanceof ConnectorProblem) || error.code !== 'credentials_refused') throw error;
      throw new ConnectorProblem(
        'credentials_refused',
        `${error.message}. If the refresh token was used elsewhere or has ended, sign in anew and enter the new one`,
      );
    });
    return { refreshToken: latest, ...issued };
  }
}
