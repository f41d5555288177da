import { ConnectorProblem } from './connector-problem.js';
import type { IssuedToken } from './held-token.js';
import type { VendorApi } from './vendor-api.js';

/** The client at an OAuth 2.0 token endpoint (RFC 6749 3.2). */
export interface TokenClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  /** RFC 6749 2.3.1: the header unless the vendor wants them in the form. */
  readonly sentIn?: 'header' | 'form';
}

/**
 * A token for this grant.
 * @throws ConnectorProblem credentials_refused when the vendor rejects client or grant
 */
export async function requestToken(
  api: VendorApi,
  { tokenUrl, clientId, clientSecret, scope, sentIn = 'header' }: TokenClient,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const form = new URLSearchParams({ ...grant, ...(scope && !grant.scope ? { scope } : {}) });
  if (sentIn === 'form') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  const request = {
    method: 'POST' as const,
    url: tokenUrl,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(sentIn === 'header' ? { authorization: `Basic ${basic}` } : {}),
    },
    body: form.toString(),
  };
  const answer = (await api.json('token', request, signal).catch(refusedCredentials)) as {
    readonly access_token?: unknown;
    readonly expires_in?: unknown;
    readonly refresh_token?: unknown;
  };
  const { access_token: token, expires_in: lifeSeconds, refresh_token: refreshToken } = answer;
  if (typeof token !== 'string' || !token)
    throw new ConnectorProblem('upstream_broken', 'token: the answer holds no access_token');
  return {
    token,
    ...(typeof lifeSeconds === 'number' ? { lifeSeconds } : {}),
    ...(typeof refreshToken === 'string' && refreshToken ? { refreshToken } : {}),
  };
}

/** RFC 6749 5.2: `invalid_client` and `invalid_grant` come as 400 or 401. */
function refusedCredentials(error: unknown): never {
  if (error instanceof ConnectorProblem && error.code === 'settings_invalid')
    throw new ConnectorProblem('credentials_refused', error.message);
  throw error;
}
