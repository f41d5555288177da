import { jsonOf, type OutboundRequest, type OutboundResponse } from '../../../kernel/http-client.js';
import { ClientCredentialsToken } from '../../../provisioning/connector/client-credentials.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { VendorApi } from '../../../provisioning/connector/vendor-api.js';
import { vendorObject } from '../../../provisioning/connector/vendor-record.js';
import type { EntraSettings } from './entra.settings.js';
import { type EntraGroup, type EntraPage, type EntraUser, selectedOf } from './entra.wire.js';

/**
 * Far below what a small tenant may (3,500 units in 10 s, https://learn.microsoft.com/graph/throttling-limits): others
 * of its apps share it.
 */
export const entraLimit = { requests: 100, windowSeconds: 10 };
const largestPage = 999;
/** What `in` takes in one filter. */
const idsInFilter = 15;
/** https://learn.microsoft.com/graph/delta-query-overview#synchronization-reset, and a page that is too old. */
const begunAnew = /syncState|resync|ExpiredPageToken/i;

export interface GraphPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
  /** Where the changes after this round begin. */
  readonly delta?: string;
}

type Ask = Pick<OutboundRequest, 'method'> & { readonly body?: object };

/** Microsoft Graph: a bearer token, pages by links that are taken as they are. */
export class EntraClient {
  private readonly api: VendorApi;
  private readonly token: ClientCredentialsToken;

  constructor(
    private readonly session: Pick<
      ConnectorSession<EntraSettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log' | 'tokens'
    >,
  ) {
    const { settings } = session;
    this.api = new VendorApi(session, {
      vendor: 'Microsoft Graph',
      limit: entraLimit,
      secrets: [settings.client_secret, settings.notification_secret ?? ''],
      codes: { 404: 'settings_invalid', 410: 'cursor_expired' },
      said,
    });
    this.token = new ClientCredentialsToken(this.api, session, {
      tokenUrl: `${settings.login_url}/${encodeURIComponent(settings.tenant_id)}/oauth2/v2.0/token`,
      clientId: settings.client_id,
      clientSecret: settings.client_secret,
      scope: `${settings.graph_url}/.default`,
      sentIn: 'form',
    });
  }

  /**
   * Asks the token itself (its `roles`, https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference):
   * without this permission Graph refuses nothing, and answers the field as if it were empty. A token that was kept may
   * be older than the permission. One that cannot be read says nothing.
   * @throws ConnectorProblem as for a missing right
   */
  async permitted(permission: string, signal: AbortSignal): Promise<void> {
    const kept = await this.token.current(signal);
    if (isIn(rolesIn(kept), permission)) return;
    this.token.forget(kept);
    if (isIn(rolesIn(await this.token.current(signal)), permission)) return;
    throw new ConnectorProblem('credentials_refused', `The app has no ${permission}`, { status: 403 });
  }

  everybody(select = selectedOf(this.session.settings), size = largestPage): string {
    return this.address('/users', { $select: select, $top: String(size) });
  }

  /** A round without people: its end is where changes from now on begin. */
  usersFromNow(select = selectedOf(this.session.settings)): string {
    return this.address('/users/delta', { $select: select, $deltatoken: 'latest' });
  }

  groupsFromNow(ids: readonly string[]): string {
    const $filter = ids.map((id) => `id eq '${id}'`).join(' or ');
    return this.address('/groups/delta', { $select: 'displayName,members', $filter, $deltatoken: 'latest' });
  }

  /** @throws ConnectorProblem cursor_expired when the link is too old, or leads elsewhere than the settings */
  async page<Item extends { readonly id: string }>(
    operation: string,
    link: string,
    signal: AbortSignal,
  ): Promise<GraphPage<Item>> {
    if (!this.isOurs(link)) throw new ConnectorProblem('cursor_expired', `${operation}: the link leads elsewhere`);
    const answer = jsonOf(await this.ask(operation, link, { method: 'GET' }, signal)) as EntraPage | null | undefined;
    const { value, '@odata.nextLink': next, '@odata.deltaLink': delta } = answer ?? {};
    if (!Array.isArray(value)) throw new ConnectorProblem('upstream_broken', `${operation}: the answer has no list`);
    for (const each of [next, delta])
      if (each !== undefined && !(typeof each === 'string' && this.isOurs(each)))
        throw new ConnectorProblem('upstream_broken', `${operation}: the link to the next page leads elsewhere`);
    return {
      items: value.filter((each): each is Item => typeof each === 'object' && each !== null),
      next: next as string | undefined,
      delta: delta as string | undefined,
    };
  }

  /** Those of them who are there: who is in the recycle bin is not. */
  async users(ids: readonly string[], signal: AbortSignal): Promise<readonly EntraUser[]> {
    const found: EntraUser[] = [];
    for (let from = 0; from < ids.length; from += idsInFilter) {
      const some = ids.slice(from, from + idsInFilter).map((id) => `'${id}'`);
      const query = { $select: selectedOf(this.session.settings), $filter: `id in (${some.join(',')})` };
      found.push(...(await this.page<EntraUser>('users by id', this.address('/users', query), signal)).items);
    }
    return found;
  }

  /** Undefined when there is no such group. */
  async group(id: string, signal: AbortSignal): Promise<EntraGroup | undefined> {
    const link = this.address(`/groups/${id}`, { $select: 'id,displayName' });
    const answer = await this.ask('group', link, { method: 'GET' }, signal).catch(notThere);
    if (!answer) return undefined;
    const group = jsonOf(answer);
    if (typeof group !== 'object' || group === null)
      throw new ConnectorProblem('upstream_broken', 'group: the answer is not JSON');
    return group as EntraGroup;
  }

  /** Ids of the members, through groups inside it; none when there is no such group. */
  async members(id: string, of: 'user' | 'group', signal: AbortSignal): Promise<readonly string[]> {
    const query = { $select: 'id', $top: String(largestPage) };
    const ids: string[] = [];
    let link: string | undefined = this.address(`/groups/${id}/transitiveMembers/microsoft.graph.${of}`, query);
    while (link !== undefined) {
      const page: GraphPage<EntraUser> | undefined = await this.page<EntraUser>('members', link, signal).catch(
        notThere,
      );
      ids.push(...(page?.items ?? []).map((each) => each.id));
      link = page?.next;
    }
    return ids;
  }

  /** Which of these groups somebody is in, through groups inside them too; undefined when nobody has this id. */
  async groupsOf(id: string, groups: readonly string[], signal: AbortSignal): Promise<readonly string[] | undefined> {
    const link = this.address(`/users/${id}/checkMemberGroups`);
    const answer = await this.ask(
      'groups of a person',
      link,
      { method: 'POST', body: { groupIds: groups } },
      signal,
    ).catch(notThere);
    if (!answer) return undefined;
    const { value } = (jsonOf(answer) ?? {}) as EntraPage;
    if (!Array.isArray(value)) throw new ConnectorProblem('upstream_broken', 'groups of a person: no list came');
    return value.filter((each): each is string => typeof each === 'string');
  }

  /** Undefined when there is no such subscription. */
  async subscription(path: string, ask: Ask, signal: AbortSignal): Promise<object | undefined> {
    const answer = await this.ask('subscription', this.address(`/subscriptions${path}`), ask, signal).catch(notThere);
    return answer && ((jsonOf(answer) as object | undefined) ?? {});
  }

  private address(path: string, query: Readonly<Record<string, string>> = {}): string {
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `${this.session.settings.graph_url}/v1.0${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  }

  /** The token goes nowhere else. */
  private isOurs(link: string): boolean {
    return URL.canParse(link) && new URL(link).origin === new URL(this.session.settings.graph_url).origin;
  }

  /** A token that ended early is replaced once. */
  private async ask(
    operation: string,
    url: string,
    { method, body }: Ask,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const send = (bearer: string) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${bearer}` };
      return this.api.send(
        operation,
        body
          ? { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
          : { method, url, headers },
        signal,
      );
    };
    try {
      const bearer = await this.token.current(signal);
      return await send(bearer).catch(async (error: unknown) => {
        if (statusOf(error) !== 401) throw error;
        this.token.forget(bearer);
        return send(await this.token.current(signal));
      });
    } catch (error) {
      if (error instanceof ConnectorProblem && statusOf(error) === 400 && begunAnew.test(error.message))
        throw new ConnectorProblem('cursor_expired', error.message);
      throw error;
    }
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ConnectorProblem ? error.details.status : undefined;
}

function rolesIn(token: string): readonly unknown[] | undefined {
  const { roles } = vendorObject<{ roles: unknown }>(Buffer.from(token.split('.')[1] ?? '', 'base64url')) ?? {};
  return Array.isArray(roles) ? roles : undefined;
}

function isIn(roles: readonly unknown[] | undefined, permission: string): boolean {
  return !roles || roles.includes(permission) || roles.includes(permission.replace('.Read.', '.ReadWrite.'));
}

function notThere(error: unknown): undefined {
  if (statusOf(error) === 404) return undefined;
  throw error;
}

/** Graph: `{error: {code, message}}`; sign-in: `{error, error_description}`, of which the first line is for people. */
function said(body: unknown): string | undefined {
  const { error, error_description: description } = (body ?? {}) as {
    readonly error?: unknown;
    readonly error_description?: unknown;
  };
  if (typeof description === 'string') return description.split(/\r?\n/)[0];
  const { code, message } = (typeof error === 'object' && error ? error : {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return typeof code === 'string' ? `${code}: ${typeof message === 'string' ? message : ''}` : undefined;
}
