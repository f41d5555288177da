import type { OutboundRequest } from '../../../kernel/http-client.js';
import { ClientCredentialsToken } from '../../../provisioning/connector/client-credentials.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import type { EnvoySettings } from './envoy.settings.js';
import type { EnvoyJobUpdate, EnvoyPageMeta, EnvoyPayload } from './envoy.wire.js';

/**
 * Envoy publishes no rate limit (a leaky bucket answers 429). Others keep to 100 a minute; we use a little over half of
 * that.
 */
export const envoyLimit = { requests: 60, windowSeconds: 60 };
const pageSize = 100;

export interface EnvoyPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** The number of the next page; null after the last one. */
  readonly next: number | null;
}

/**
 * Envoy's API: version 1 for entries, invites, locations and flows (an API key, or a token for the person who installed
 * the app), version 3 for lists of invites (only such a token), and the app's jobs (a token of the app itself).
 */
export class EnvoyClient {
  private readonly api: VendorApi;
  private readonly installer: ClientCredentialsToken | undefined;
  private readonly app: ClientCredentialsToken | undefined;

  constructor(
    private readonly session: Pick<
      ConnectorSession<EnvoySettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log' | 'tokens'
    >,
  ) {
    const {
      client_id: clientId,
      client_secret: clientSecret,
      install_id: installId,
      api_key: apiKey,
      app_url: appUrl,
    } = session.settings;
    this.api = new VendorApi(session, {
      vendor: 'Envoy',
      limit: envoyLimit,
      secrets: [clientSecret ?? '', apiKey ?? ''],
      said,
    });
    if (!clientId || !clientSecret) return;
    const token = (name: string, form: Readonly<Record<string, string>>) =>
      new ClientCredentialsToken(this.api, session, {
        name,
        tokenUrl: `${appUrl}/a/auth/v0/token`,
        clientId,
        clientSecret,
        form,
      });
    this.app = token('app', { client_id: clientId, client_secret: clientSecret, scope: 'plugin,token.refresh' });
    if (installId)
      this.installer = token('installer', {
        grant_type: 'plugin_install',
        install_id: installId,
        client_id: clientId,
        client_secret: clientSecret,
      });
  }

  /** Lists of invites, and with them expected visits, need an app of our own. */
  get listsInvites(): boolean {
    return this.installer !== undefined;
  }

  /** Jobs belong to the app itself. */
  get hasApp(): boolean {
    return this.app !== undefined;
  }

  /** @throws ConnectorProblem credentials_refused when Envoy rejects the app */
  async appToken(signal: AbortSignal): Promise<void> {
    await this.app?.current(signal);
  }

  async page<Item>(
    resource: 'entries' | 'locations' | 'flows',
    query: Readonly<Record<string, string>>,
    page: number,
    signal: AbortSignal,
  ): Promise<EnvoyPage<Item>> {
    const search = new URLSearchParams({ ...query, page: String(page), perPage: String(pageSize) });
    const { data, meta } = (await this.read(
      resource,
      `${this.session.settings.api_url}/v1/${resource}?${search.toString()}`,
      signal,
    )) as { data?: unknown; meta?: EnvoyPageMeta };
    if (!Array.isArray(data)) throw new ConnectorProblem('upstream_broken', `${resource}: data is not a list`);
    const total = typeof meta?.total === 'number' ? meta.total : data.length;
    const perPage = typeof meta?.perPage === 'number' && meta.perPage > 0 ? meta.perPage : pageSize;
    return { items: data as Item[], total, next: data.length > 0 && page * perPage < total ? page + 1 : null };
  }

  async all<Item>(resource: 'locations' | 'flows', signal: AbortSignal): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let page: number | null = 1; page !== null;) {
      const { items, next }: EnvoyPage<Item> = await this.page<Item>(resource, {}, page, signal);
      found.push(...items);
      page = next;
    }
    return found;
  }

  /** Undefined when there is none with this id any more. */
  async one<Item>(resource: 'entries' | 'invites', id: string, signal: AbortSignal): Promise<Item | undefined> {
    try {
      const answer = (await this.read(
        resource,
        `${this.session.settings.api_url}/v1/${resource}/${encodeURIComponent(id)}`,
        signal,
      )) as { data?: Item };
      return answer.data ?? (answer as Item);
    } catch (error) {
      if (error instanceof ConnectorProblem && error.code === 'gone') return undefined;
      throw error;
    }
  }

  /**
   * Expected visits from the day `from` on, by JSON:API pages. The page size is not documented: an empty page is the
   * end.
   */
  async invites(
    from: string,
    offset: number,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly EnvoyPayload[]; readonly next: number | null }> {
    const search = new URLSearchParams({
      'filter[date-from]': from,
      'page[offset]': String(offset),
      'page[limit]': String(pageSize),
    });
    const { data } = (await this.read(
      'invites',
      `${this.session.settings.app_url}/api/v3/invites?${search.toString()}`,
      signal,
    )) as { data?: unknown };
    if (!Array.isArray(data)) throw new ConnectorProblem('upstream_broken', 'invites: data is not a list');
    return { items: data as EnvoyPayload[], next: data.length === 0 ? null : offset + data.length };
  }

  /** @throws ConnectorProblem gone when there is no such job */
  async updateJob(id: string, update: EnvoyJobUpdate, signal: AbortSignal): Promise<void> {
    if (!this.app)
      throw new ConnectorProblem('settings_invalid', 'Jobs belong to an app: client_id and client_secret are needed');
    await this.authorized(
      this.app,
      'jobs',
      {
        method: 'PATCH',
        url: `${this.session.settings.app_url}/api/v2/plugin-services/jobs/${encodeURIComponent(id)}`,
        body: JSON.stringify(update),
        headers: { 'content-type': 'application/json' },
      },
      signal,
    );
  }

  private async read(operation: string, url: string, signal: AbortSignal): Promise<object> {
    const { api_key: apiKey } = this.session.settings;
    if (this.installer) return this.authorized(this.installer, operation, { method: 'GET', url }, signal);
    if (!apiKey)
      throw new ConnectorProblem(
        'settings_invalid',
        'Reading needs api_key, or client_id, client_secret and install_id: without it a sign-out by the ' +
          'clock is never seen',
      );
    return this.api.json(operation, { method: 'GET', url, headers: { 'x-api-key': apiKey } }, signal);
  }

  /** A token may be revoked early: then one more is requested. */
  private async authorized(
    token: ClientCredentialsToken,
    operation: string,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<object> {
    const send = (bearer: string) =>
      this.api.json(
        operation,
        { ...request, headers: { ...request.headers, authorization: `Bearer ${bearer}` } },
        signal,
      );
    const first = await token.current(signal);
    try {
      return await send(first);
    } catch (error) {
      if (!(error instanceof ConnectorProblem) || error.code !== 'credentials_refused') throw error;
      token.forget(first);
      return send(await token.current(signal));
    }
  }
}

/** `{ "message" }`, or JSON:API's `{ "errors": [{ "title" }] }`. */
function said(body: unknown): string | undefined {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: readonly { title?: unknown }[] };
  const words = message ?? (Array.isArray(errors) ? errors[0]?.title : undefined);
  return typeof words === 'string' ? words : undefined;
}
