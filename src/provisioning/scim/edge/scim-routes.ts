import { Injectable } from '@nestjs/common';
import { scimEtag } from '../resources/etag.js';
import { ScimGroups } from '../resources/scim-groups.js';
import { listRequest } from '../query/list-request.js';
import { projectionOf } from '../query/projection.js';
import { listResponse } from '../schema/discovery.js';
import type { ScimCaller } from '../resources/scim-caller.js';
import type { ResourceType } from '../schema/schemas.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { ScimUsers } from '../resources/scim-users.js';

export interface ScimCall {
  readonly method: string;
  readonly resource: string;
  readonly id: string | null;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Reads the body, for methods that have one. @throws ScimProblem */
  body(mostBytes: number): Readonly<Record<string, unknown>>;
}

export interface ScimAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const mostUserBytes = 2 ** 20;
const mostGroupBytes = 10 * 2 ** 20;

/** The operations on users and groups, by method and path. */
@Injectable()
export class ScimRoutes {
  constructor(
    private readonly users: ScimUsers,
    private readonly groups: ScimGroups,
  ) {}

  /** @throws ScimProblem */
  answer(caller: ScimCaller, call: ScimCall): Promise<ScimAnswer> {
    if (call.id === '.search') return this.search(caller, call);
    if (call.resource === 'users')
      return call.id === null ? this.usersAt(caller, call) : this.userAt(caller, call, call.id);
    return call.id === null ? this.groupsAt(caller, call) : this.groupAt(caller, call, call.id);
  }

  /** Lists users and groups together, users first. */
  async searchAll(caller: ScimCaller, call: ScimCall): Promise<ScimAnswer> {
    if (call.method !== 'POST') throw notAllowed(['POST']);
    const body = call.body(mostUserBytes);
    const [users, groups] = [listRequest('User', body), listRequest('Group', body)];
    const [foundUsers, total] = await this.users
      .list(caller, users)
      .then(({ resources, total: all }) => [resources, all] as const);
    const left = Math.max(0, groups.count - foundUsers.length);
    const found = await this.groups.list(caller, {
      ...groups,
      startIndex: Math.max(1, groups.startIndex - total),
      count: left,
    });
    return {
      status: 200,
      body: listResponse([...foundUsers, ...found.resources], total + found.total, users.startIndex),
    };
  }

  private async usersAt(caller: ScimCaller, call: ScimCall): Promise<ScimAnswer> {
    switch (call.method) {
      case 'GET':
        return this.listed(call.query, 'User', (request) => this.users.list(caller, request));
      case 'POST':
        return made(
          `${caller.base}/Users`,
          await this.users.create(caller, call.body(mostUserBytes), projectionOf('User', call.query)),
        );
      default:
        throw notAllowed(['GET', 'POST']);
    }
  }

  private async userAt(caller: ScimCaller, call: ScimCall, id: string): Promise<ScimAnswer> {
    const projection = projectionOf('User', call.query);
    switch (call.method) {
      case 'GET':
        return shown(await this.users.read(caller, id, projection));
      case 'PUT':
        return shown(await this.users.replace(caller, id, call.body(mostUserBytes), ifMatch(call), projection));
      case 'PATCH':
        return shown(await this.users.patch(caller, id, call.body(mostUserBytes), ifMatch(call), projection));
      case 'DELETE':
        return this.users.remove(caller, id, ifMatch(call)).then(() => ({ status: 204 }));
      default:
        throw notAllowed(['GET', 'PUT', 'PATCH', 'DELETE']);
    }
  }

  private async groupsAt(caller: ScimCaller, call: ScimCall): Promise<ScimAnswer> {
    switch (call.method) {
      case 'GET':
        return this.listed(call.query, 'Group', (request) => this.groups.list(caller, request));
      case 'POST':
        return made(
          `${caller.base}/Groups`,
          await this.groups.create(caller, call.body(mostGroupBytes), projectionOf('Group', call.query)),
        );
      default:
        throw notAllowed(['GET', 'POST']);
    }
  }

  private async groupAt(caller: ScimCaller, call: ScimCall, id: string): Promise<ScimAnswer> {
    const projection = projectionOf('Group', call.query);
    switch (call.method) {
      case 'GET':
        return shown(await this.groups.read(caller, id, projection));
      case 'PUT':
        return shown(await this.groups.replace(caller, id, call.body(mostGroupBytes), ifMatch(call), projection));
      case 'PATCH': {
        const group = await this.groups.patch(caller, id, call.body(mostGroupBytes), ifMatch(call));
        // Entra expects no body, and returning thousands of members for one change would be wasteful.
        if (!wantsAnswer(call)) return { status: 204, headers: { etag: scimEtag(group.version) } };
        return shown(await this.groups.shown(caller, group, projection));
      }
      case 'DELETE':
        return this.groups.remove(caller, id, ifMatch(call)).then(() => ({ status: 204 }));
      default:
        throw notAllowed(['GET', 'PUT', 'PATCH', 'DELETE']);
    }
  }

  private search(caller: ScimCaller, call: ScimCall): Promise<ScimAnswer> {
    if (call.method !== 'POST') throw notAllowed(['POST']);
    const body = call.body(mostUserBytes);
    return call.resource === 'users'
      ? this.listed(body, 'User', (request) => this.users.list(caller, request))
      : this.listed(body, 'Group', (request) => this.groups.list(caller, request));
  }

  private async listed(
    parameters: Readonly<Record<string, unknown>>,
    type: ResourceType,
    list: (request: ReturnType<typeof listRequest>) => Promise<{ resources: unknown[]; total: number }>,
  ): Promise<ScimAnswer> {
    const request = listRequest(type, parameters);
    const { resources, total } = await list(request);
    return { status: 200, body: listResponse(resources, total, request.startIndex) };
  }
}

export function notAllowed(methods: readonly string[]): ScimProblem {
  return new ScimProblem(405, `Allowed are: ${methods.join(', ')}`, undefined, { allow: methods.join(', ') });
}

function wantsAnswer({ query, headers }: ScimCall): boolean {
  return (
    Object.keys(query).some((name) => name.toLowerCase() === 'attributes') ||
    /return=representation/i.test(String(headers.prefer ?? ''))
  );
}

function ifMatch({ headers }: ScimCall): string | undefined {
  const written = headers['if-match'];
  return Array.isArray(written) ? written.join(',') : written;
}

function shown({ version, resource }: { version: number; resource: Record<string, unknown> }): ScimAnswer {
  return { status: 200, headers: { etag: scimEtag(version) }, body: resource };
}

/** Its address is told whatever of it was asked for. */
function made(address: string, one: { version: number; resource: Record<string, unknown> }): ScimAnswer {
  const { headers, body } = shown(one);
  return { status: 201, headers: { ...headers, location: `${address}/${String(one.resource.id)}` }, body };
}
