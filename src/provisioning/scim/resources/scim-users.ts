import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { Ids, isUuid } from '../../../kernel/ids.js';
import { requireVersion } from './etag.js';
import type { ListRequest } from '../query/list-request.js';
import { patchedUser } from '../patch/user-patch.js';
import { isWanted, type Projection } from '../query/projection.js';
import { ResourceEvents } from './resource-events.js';
import { inside, type ScimCaller } from './scim-caller.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { type ScimMembership, ScimUsersRepository, type StoredUser } from './scim-users.repository.js';
import { isSameUser, newUser, replacedUser, type UserDocument } from '../schema/user-document.js';
import { userResource } from './user-resource.js';

type Written = Readonly<Record<string, unknown>>;

/** A user as the directory sees it, and its version. */
export interface ShownUser {
  readonly version: number;
  readonly resource: Record<string, unknown>;
}

/**
 * User operations for directories. Each change is stored together with its event, in one transaction; the console
 * follows.
 */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly database: Database,
    private readonly users: ScimUsersRepository,
    private readonly news: ResourceEvents,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async list(
    caller: ScimCaller,
    request: ListRequest,
  ): Promise<{ resources: Record<string, unknown>[]; total: number }> {
    const { rows, total } = await this.users.page(caller, request);
    const groups = await this.groupsOf(caller, rows, request.projection);
    return {
      resources: rows.map((row) =>
        userResource(
          caller,
          row,
          groups.filter(({ userId }) => userId === row.id),
          request.projection,
        ),
      ),
      total,
    };
  }

  /** @throws ScimProblem 404 */
  async read(caller: ScimCaller, id: string, projection: Projection): Promise<ShownUser> {
    return this.shown(caller, known(isUuid(id) ? await this.users.find(caller, id) : undefined, id), projection);
  }

  /** @throws ScimProblem invalidValue; 409 uniqueness, also for a repeat: the directory then looks the user up */
  async create(caller: ScimCaller, body: Written, projection: Projection): Promise<ShownUser> {
    const document = newUser(body);
    const user = await this.database
      .transaction(caller.context, async (context) => {
        const within = inside(caller, context);
        const made = await this.users.insert(within, this.ids.next(), document, this.clock.instant());
        await this.news.tell(within, [{ resource: 'user', id: made.id, document: made.document, groups: [] }]);
        return made;
      })
      .catch(taken);
    return { version: user.version, resource: userResource(caller, user, [], projection) };
  }

  /** @throws ScimProblem 404, 409, 412, invalidValue */
  replace(
    caller: ScimCaller,
    id: string,
    body: Written,
    ifMatch: string | undefined,
    projection: Projection,
  ): Promise<ShownUser> {
    return this.change(caller, id, ifMatch, (before) => replacedUser(before, body), projection);
  }

  /** @throws ScimProblem */
  patch(
    caller: ScimCaller,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    projection: Projection,
  ): Promise<ShownUser> {
    return this.change(caller, id, ifMatch, (before) => patchedUser(before, body), projection);
  }

  /** @throws ScimProblem 404, 412 */
  async remove(caller: ScimCaller, id: string, ifMatch: string | undefined): Promise<void> {
    await this.database.transaction(caller.context, async (context) => {
      const within = inside(caller, context);
      // Before the user, as whoever changes members does.
      const groupIds = isUuid(id) ? await this.users.lockGroups(within, id) : [];
      const user = await this.lock(within, id, ifMatch);
      await this.users.remove(within, id);
      await this.users.touchGroups(within, groupIds, this.clock.instant());
      await this.news.tell(within, [
        { resource: 'user', id: user.id, document: user.document, groups: [], isDeleted: true },
      ]);
    });
  }

  private async change(
    caller: ScimCaller,
    id: string,
    ifMatch: string | undefined,
    change: (before: UserDocument) => UserDocument,
    projection: Projection,
  ): Promise<ShownUser> {
    const { user, groups } = await this.database
      .transaction(caller.context, async (context) => {
        const within = inside(caller, context);
        const before = await this.lock(within, id, ifMatch);
        const document = change(before.document);
        const isSame = isSameUser(before.document, document);
        const found = isSame
          ? await this.groupsOf(within, [before], projection)
          : await this.users.memberships(within, [before.id]);
        if (isSame) return { user: before, groups: found };
        const after = await this.users.update(within, before, document, this.clock.instant());
        await this.news.tell(within, [
          { resource: 'user', id: after.id, document: after.document, groups: found.map(({ display }) => display) },
        ]);
        return { user: after, groups: found };
      })
      .catch(taken);
    return { version: user.version, resource: userResource(caller, user, groups, projection) };
  }

  private async lock(within: ScimCaller, id: string, ifMatch: string | undefined): Promise<StoredUser> {
    const user = known(isUuid(id) ? await this.users.lock(within, id) : undefined, id);
    requireVersion(ifMatch, user.version);
    return user;
  }

  private async shown(caller: ScimCaller, user: StoredUser, projection: Projection): Promise<ShownUser> {
    return {
      version: user.version,
      resource: userResource(caller, user, await this.groupsOf(caller, [user], projection), projection),
    };
  }

  private groupsOf(
    caller: ScimCaller,
    users: readonly StoredUser[],
    projection: Projection,
  ): Promise<ScimMembership[]> {
    return isWanted(projection, 'groups')
      ? this.users.memberships(
          caller,
          users.map(({ id }) => id),
        )
      : Promise.resolve([]);
  }
}

function known(user: StoredUser | undefined, id: string): StoredUser {
  if (!user) throw ScimProblem.notFound('user', id);
  return user;
}

function taken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'scim_users_name') throw ScimProblem.taken('userName');
  if (constraint === 'scim_users_external_id') throw ScimProblem.taken('externalId');
  throw error;
}
