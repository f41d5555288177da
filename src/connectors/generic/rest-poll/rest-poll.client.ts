import { ClientCredentialsToken } from '../../../provisioning/connector/client-credentials.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { NotJson } from '../../../kernel/json/read-json.js';
import { strictJson } from '../../../provisioning/connector/vendor-record.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import type { RestPollSettings } from './rest-poll.settings.js';
import { pageAddress, type VendorAnswer, pageIn, changedSince, type PlaceInList } from './rest-poll.wire.js';

const maximumBytes = 8 * 2 ** 20;
/** Most error statuses of a list mean that the request is wrong. */
const codes = {
  404: 'settings_invalid',
  409: 'upstream_broken',
  410: 'settings_invalid',
  422: 'settings_invalid',
} as const;

/** The configured API: credentials, one page at a time, errors as ConnectorProblem. */
export class ListClient {
  private readonly api: VendorApi;
  private readonly token: ClientCredentialsToken | null;

  constructor(
    private readonly session: Pick<
      ConnectorSession<RestPollSettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log' | 'tokens'
    >,
  ) {
    const { authentication, secret = '', requests_per_minute: requests } = session.settings;
    this.api = new VendorApi(session, {
      vendor: 'The system',
      limit: { requests, windowSeconds: 60 },
      secrets: [secret],
      codes,
    });
    this.token =
      authentication.type !== 'client_credentials'
        ? null
        : new ClientCredentialsToken(this.api, session, {
            tokenUrl: authentication.token_url,
            clientId: authentication.client_id,
            clientSecret: secret,
            scope: authentication.scope,
            sentIn: authentication.sent_in,
          });
  }

  /**
   * The page at `place` (null: the first), of what changed since an instant, or of everything.
   * @throws ConnectorProblem
   */
  async page(place: PlaceInList | null, since: string | null, signal: AbortSignal): Promise<VendorAnswer> {
    const { url, paging, since: asked, mapping } = this.session.settings;
    const address = pageAddress(url, paging, place, since && asked ? changedSince(asked, since) : null);
    const { headers, body } = await this.get(address, signal);
    return pageIn(body, headers, { address, records: mapping.records ?? '', paging, place });
  }

  private async get(
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: unknown }> {
    const ask = (credentials: Readonly<Record<string, string>>) =>
      this.api.send(
        'list',
        {
          method: 'GET',
          url,
          headers: { accept: 'application/json', ...credentials },
          maximumBytes,
        },
        signal,
      );
    const token = await this.token?.current(signal);
    const answer = await ask(this.credentials(token)).catch(async (error: unknown) => {
      if (!this.token || !token || !(error instanceof ConnectorProblem) || error.code !== 'credentials_refused')
        throw error;
      // The token may have been revoked early.
      this.token.forget(token);
      return ask(this.credentials(await this.token.current(signal)));
    });
    return { headers: answer.headers, body: bodyOf(answer.body) };
  }

  private credentials(token = ''): Readonly<Record<string, string>> {
    const { authentication, secret = '' } = this.session.settings;
    switch (authentication.type) {
      case 'none':
        return {};
      case 'basic':
        return { authorization: `Basic ${Buffer.from(`${authentication.username}:${secret}`).toString('base64')}` };
      case 'bearer':
        return { authorization: `Bearer ${secret}` };
      case 'header':
        return { [authentication.header]: secret };
      case 'client_credentials':
        return { authorization: `Bearer ${token}` };
    }
  }
}

function bodyOf(bytes: Buffer): unknown {
  try {
    return strictJson(bytes);
  } catch (error) {
    if (error instanceof NotJson) throw new ConnectorProblem('upstream_broken', `list: ${error.message}`);
    throw error;
  }
}
