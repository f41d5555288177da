import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { basicCredentials, RestApi, type RestSession } from '../../../provisioning/connector/rest-api.js';
import type { SignInAppSettings } from './sign-in-app.settings.js';
import type { Group, HistoryPage, ListedVisitor } from './sign-in-app.wire.js';

/** There is a limit (429), and no page says which: the vendor's own dashboard asks once a minute. */
export const signInAppLimit = { requests: 30, windowSeconds: 60 };

/**
 * The client API: https://signinapp.com/docs/client-api/getting-started.html. Key and secret as HTTP Basic; without
 * both JSON headers it answers 302.
 */
export class SignInAppClient {
  private readonly api: RestApi;

  constructor({ settings, ...session }: RestSession & Pick<ConnectorSession<SignInAppSettings>, 'settings'>) {
    const { base_url: base, client_key: key, client_secret: secret } = settings;
    // An id that does not exist is 404 or 422: the setting is wrong, nobody is gone.
    this.api = new RestApi(session, {
      vendor: 'Sign In App',
      limit: signInAppLimit,
      secrets: [key, secret],
      codes: { 404: 'settings_invalid', 422: 'settings_invalid' },
      said,
      baseUrl: `${base}/client-api/v1`,
      headers: { 'content-type': 'application/json', authorization: basicCredentials(key, secret) },
    });
  }

  async groups(signal: AbortSignal): Promise<readonly Group[]> {
    const answer = await this.api.get('groups', '/groups', signal);
    if (!Array.isArray(answer)) throw new ConnectorProblem('upstream_broken', 'groups: the answer is not a list');
    return answer as Group[];
  }

  /** Everybody of today at one site, by group. */
  async today(
    siteId: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly group: Group; readonly visitors: readonly ListedVisitor[] }[]> {
    const path = `/sites/${encodeURIComponent(siteId)}/today`;
    const answer = await this.api.get(`today at site ${siteId}`, path, signal);
    if (!Array.isArray(answer))
      throw new ConnectorProblem('upstream_broken', 'today: the answer is not a list of groups');
    return (answer as readonly (Group | null)[]).map((group) => {
      if (!group || !Array.isArray(group.visitors))
        throw new ConnectorProblem('upstream_broken', 'today: a group has no list of visitors');
      return { group, visitors: group.visitors as ListedVisitor[] };
    });
  }

  /** One page of the visits of these days (YYYY-MM-DD, both included), however they ended. */
  async history(
    siteId: string,
    from: string,
    to: string,
    page: number,
    signal: AbortSignal,
  ): Promise<{ readonly visitors: readonly ListedVisitor[]; readonly next: number | null }> {
    const query = { date_from: `${from}T00:00:00`, date_to: `${to}T23:59:59`, page: String(page) };
    const path = `/sites/${encodeURIComponent(siteId)}/history`;
    const { data, links } =
      (await this.api.get<HistoryPage>(`history of site ${siteId}`, path, signal, query)) ?? ({} as HistoryPage);
    if (!Array.isArray(data)) throw new ConnectorProblem('upstream_broken', 'history: data is not a list');
    return { visitors: data as ListedVisitor[], next: typeof links?.next === 'string' ? page + 1 : null };
  }
}

function said(body: unknown): string | undefined {
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : undefined;
}
