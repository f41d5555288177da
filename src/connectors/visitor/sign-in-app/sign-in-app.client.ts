import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import type { SignInAppSettings } from './sign-in-app.settings.js';
import type { Group, HistoryPage, ListedVisitor } from './sign-in-app.wire.js';

/** There is a limit (429), and no page says which: the vendor's own dashboard asks once a minute. */
export const signInAppLimit = { requests: 30, windowSeconds: 60 };

/**
 * The client API: https://signinapp.com/docs/client-api/getting-started.html. Key and secret as HTTP Basic; without
 * both JSON headers it answers 302.
 */
export class SignInAppClient {
  private readonly api: VendorApi;

  constructor(
    private readonly session: Pick<
      ConnectorSession<SignInAppSettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log'
    >,
  ) {
    const { client_key: key, client_secret: secret } = session.settings;
    // An id that does not exist is 404 or 422: the setting is wrong, nobody is gone.
    this.api = new VendorApi(session, {
      vendor: 'Sign In App',
      limit: signInAppLimit,
      secrets: [key, secret],
      codes: { 404: 'settings_invalid', 422: 'settings_invalid' },
      said,
    });
  }

  async groups(signal: AbortSignal): Promise<readonly Group[]> {
    const answer = await this.get('groups', 'groups', signal);
    if (!Array.isArray(answer)) throw new ConnectorProblem('upstream_broken', 'groups: the answer is not a list');
    return answer as Group[];
  }

  /** Everybody of today at one site, by group. */
  async today(
    siteId: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly group: Group; readonly visitors: readonly ListedVisitor[] }[]> {
    const answer = await this.get(`today at site ${siteId}`, `sites/${encodeURIComponent(siteId)}/today`, signal);
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
    const search = new URLSearchParams({
      date_from: `${from}T00:00:00`,
      date_to: `${to}T23:59:59`,
      page: String(page),
    });
    const { data, links } = (await this.get(
      `history of site ${siteId}`,
      `sites/${encodeURIComponent(siteId)}/history?${search.toString()}`,
      signal,
    )) as HistoryPage;
    if (!Array.isArray(data)) throw new ConnectorProblem('upstream_broken', 'history: data is not a list');
    return { visitors: data as ListedVisitor[], next: typeof links?.next === 'string' ? page + 1 : null };
  }

  private get(operation: string, path: string, signal: AbortSignal): Promise<object> {
    const { base_url: baseUrl, client_key: key, client_secret: secret } = this.session.settings;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    };
    return this.api.json(operation, { method: 'GET', url: `${baseUrl}/client-api/v1/${path}`, headers }, signal);
  }
}

function said(body: unknown): string | undefined {
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : undefined;
}
