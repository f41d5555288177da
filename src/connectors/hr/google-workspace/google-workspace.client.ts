import { laterBy } from '../../../kernel/clock.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { HeldToken } from '../../../provisioning/connector/held-token.js';
import { goneIsNone, RestApi, type RestRequest } from '../../../provisioning/connector/rest-api.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';
import { delegatedToken } from './google-workspace.sign-in.js';
import {
  scopes,
  workspaceUserFields,
  type WorkspaceChannel,
  type WorkspaceMember,
  type WorkspaceUser,
} from './google-workspace.wire.js';

/** A quarter of what a project may (2,400 a minute for each user of it): other programs may share it. */
export const workspaceLimit = { requests: 100, windowSeconds: 10 };
const usersInPage = 500;
const membersInPage = 200;
const quotaSeconds = 60;

interface UserPage {
  readonly users: readonly WorkspaceUser[];
  readonly next?: string;
}

/** Google's Directory API, on behalf of an administrator. */
export class WorkspaceClient {
  private readonly api: RestApi;
  private readonly people: HeldToken;
  private readonly groups: HeldToken;

  constructor(
    private readonly session: Pick<
      ConnectorSession<WorkspaceSettings>,
      'settings' | 'http' | 'clock' | 'chance' | 'log' | 'tokens'
    >,
  ) {
    this.api = new RestApi(session, {
      vendor: 'Google Workspace',
      limit: workspaceLimit,
      secrets: [session.settings.channel_token ?? ''],
      said,
      baseUrl: session.settings.api_url,
      meant: (problem) => this.overQuota(problem),
    });
    this.people = delegatedToken(this.api.transport, session, 'people', scopes.people);
    this.groups = delegatedToken(this.api.transport, session, 'groups', scopes.groups);
  }

  /** One page of everybody, or of those who were deleted lately. */
  async users(
    list: 'there' | 'deleted',
    pageToken: string | null,
    signal: AbortSignal,
    size = usersInPage,
  ): Promise<UserPage> {
    const { customer } = this.session.settings;
    const query = {
      customer,
      maxResults: String(size),
      orderBy: 'email',
      fields: `kind,nextPageToken,users(${list === 'there' ? workspaceUserFields : 'id'})`,
      ...(list === 'deleted' ? { showDeleted: 'true' } : {}),
      ...(pageToken === null ? {} : { pageToken }),
    };
    const answer = await this.list('users', '/users', query, this.people, signal);
    return { users: listIn<WorkspaceUser>('users', answer), next: nextIn(answer) };
  }

  /** Undefined when there is nobody of this id, or they were deleted. */
  async user(id: string, signal: AbortSignal): Promise<WorkspaceUser | undefined> {
    const query = { fields: workspaceUserFields };
    return this.ask('user', { method: 'GET' }, `/users/${encodeURIComponent(id)}`, query, this.people, signal).catch(
      goneIsNone,
    ) as Promise<WorkspaceUser | undefined>;
  }

  /** Its name; undefined when there is no such group. */
  async groupName(group: string, signal: AbortSignal): Promise<string | undefined> {
    const path = `/groups/${encodeURIComponent(group)}`;
    const query = { fields: 'id,name' };
    const found = (await this.ask('group', { method: 'GET' }, path, query, this.groups, signal).catch(goneIsNone)) as
      { readonly name?: unknown } | undefined;
    if (!found) return undefined;
    return typeof found.name === 'string' && found.name !== '' ? found.name : group;
  }

  /** Ids of its members, through groups inside it; `everybody` when the whole company is one. */
  async members(group: string, signal: AbortSignal): Promise<readonly string[] | 'everybody'> {
    const ids: string[] = [];
    for (let pageToken: string | undefined, isFirst = true; isFirst || pageToken !== undefined; isFirst = false) {
      const answer = await this.list(
        'members',
        `/groups/${encodeURIComponent(group)}/members`,
        {
          includeDerivedMembership: 'true',
          maxResults: String(membersInPage),
          fields: 'kind,nextPageToken,members(id,type)',
          ...(pageToken === undefined ? {} : { pageToken }),
        },
        this.groups,
        signal,
      );
      for (const { id, type } of listIn<WorkspaceMember>('members', answer)) {
        if (type === 'CUSTOMER') return 'everybody';
        if (typeof id === 'string' && type !== 'GROUP') ids.push(id);
      }
      pageToken = nextIn(answer);
    }
    return ids;
  }

  /**
   * Through groups inside it, too: but of another domain than the group's Google answers that only for its own members,
   * and "Invalid input" for everybody else
   * (https://developers.google.com/workspace/admin/directory/reference/rest/v1/members/hasMember). The list knows.
   */
  async isMember(group: string, person: string, signal: AbortSignal): Promise<boolean> {
    const path = `/groups/${encodeURIComponent(group)}/hasMember/${encodeURIComponent(person)}`;
    try {
      const answer = await this.ask('member', { method: 'GET' }, path, {}, this.groups, signal).catch(goneIsNone);
      return answer?.isMember === true;
    } catch (error) {
      if (!(error instanceof ConnectorProblem && error.details.status === 400)) throw error;
      const members = await this.members(group, signal);
      return members === 'everybody' || members.includes(person);
    }
  }

  watch(event: string, channel: object, signal: AbortSignal): Promise<WorkspaceChannel> {
    const query = { customer: this.session.settings.customer, event };
    return this.ask('watch', { method: 'POST', body: channel }, '/users/watch', query, this.people, signal);
  }

  /** Nothing where it has ended. */
  async stop(channel: object, signal: AbortSignal): Promise<void> {
    const path = '/admin/directory_v1/channels/stop';
    await this.api.ask('stop', { method: 'POST', path, body: channel, token: this.people }, signal).catch(goneIsNone);
  }

  private async list(
    operation: string,
    path: string,
    query: Readonly<Record<string, string>>,
    token: HeldToken,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    try {
      return await this.ask(operation, { method: 'GET' }, path, query, token, signal);
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      if (query.pageToken !== undefined && error.details.status === 400)
        throw new ConnectorProblem('cursor_expired', error.message);
      if (error.code === 'gone') throw new ConnectorProblem('settings_invalid', error.message, error.details);
      throw error;
    }
  }

  private async ask(
    operation: string,
    { method, body }: Pick<RestRequest, 'method' | 'body'>,
    path: string,
    query: Readonly<Record<string, string>>,
    token: HeldToken,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const request = { method, path: `/admin/directory/v1${path}`, query, body, token };
    const answer = await this.api.ask<Readonly<Record<string, unknown>>>(operation, request, signal);
    return answer.body ?? {};
  }

  /** 403 is a missing right, or too many requests: the reason tells. */
  private overQuota(problem: ConnectorProblem): ConnectorProblem {
    if (!problem.isForbidden || !/(quota|rateLimit)Exceeded/i.test(problem.message)) return problem;
    const retryAt = laterBy(this.session.clock.instant(), quotaSeconds);
    return new ConnectorProblem('rate_limited', problem.message, { status: 403, retryAt });
  }
}

function listIn<Item>(of: 'users' | 'members', answer: Readonly<Record<string, unknown>>): readonly Item[] {
  const { kind, [of]: list } = answer;
  // An empty list is left out, but not what it would be a list of: without that, nothing was said of anybody.
  if (list === undefined && kind === `admin#directory#${of}`) return [];
  if (!Array.isArray(list)) throw new ConnectorProblem('upstream_broken', `${of}: the answer has no list`);
  return list.filter((each): each is Item => typeof each === 'object' && each !== null);
}

function nextIn({ nextPageToken }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof nextPageToken === 'string' && nextPageToken !== '' ? nextPageToken : undefined;
}

/** API: `{error: {message, errors: [{reason}]}}`; sign-in: `{error, error_description}`. */
function said(body: unknown): string | undefined {
  const { error, error_description: description } = (body ?? {}) as {
    readonly error?: unknown;
    readonly error_description?: unknown;
  };
  if (typeof error === 'string') return `${error}: ${typeof description === 'string' ? description : ''}`;
  const { message, errors } = (typeof error === 'object' && error ? error : {}) as {
    readonly message?: unknown;
    readonly errors?: unknown;
  };
  const reason = Array.isArray(errors) ? (errors[0] as { readonly reason?: unknown } | undefined)?.reason : undefined;
  return typeof message === 'string' ? `${typeof reason === 'string' ? `${reason}: ` : ''}${message}` : undefined;
}
