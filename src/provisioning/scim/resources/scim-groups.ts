import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { Ids, isUuid } from '../../../kernel/ids.js';
import { scimEtag, requireVersion } from './etag.js';
import type { ListRequest } from '../query/list-request.js';
import { checkedIds, groupChange, type ScimGroupChange, memberIds, noMembersChanged } from '../patch/group-patch.js';
import { isWanted, projected, type Projection } from '../query/projection.js';
import { ResourceEvents } from './resource-events.js';
import { attributeNamed } from '../schema/attribute.js';
import { commonAttributes, groupSchema, groupUrn } from '../schema/schemas.js';
import { scimValueOf } from '../schema/values.js';
import { inside, type ScimCaller } from './scim-caller.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { type NamedGroup, ScimGroupsRepository, type StoredGroup } from './scim-groups.repository.js';
import { type Member, ScimMembersRepository } from './scim-members.repository.js';

type Written = Readonly<Record<string, unknown>>;

export interface ShownGroup {
  readonly version: number;
  readonly resource: Record<string, unknown>;
}

/** Lists omit the members of larger groups; reading one group returns all of them. */
const mostMembersInList = 1_000;

/** Group operations for directories. Each change is stored together with its event, in one transaction. */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly database: Database,
    private readonly groups: ScimGroupsRepository,
    private readonly members: ScimMembersRepository,
    private readonly news: ResourceEvents,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async list(
    caller: ScimCaller,
    request: ListRequest,
  ): Promise<{ resources: Record<string, unknown>[]; total: number }> {
    const { rows, total } = await this.groups.page(caller, request);
    const { projection } = request;
    if (!isWanted(projection, 'members'))
      return { resources: rows.map((row) => shownGroup(caller, row, null, projection)), total };
    const large = await this.members.largerThan(
      caller,
      rows.map(({ id }) => id),
      mostMembersInList,
    );
    const byGroup = new Map(rows.filter(({ id }) => !large.has(id)).map(({ id }): [string, Member[]] => [id, []]));
    for (const member of await this.members.of(caller, [...byGroup.keys()])) byGroup.get(member.groupId)?.push(member);
    return { resources: rows.map((row) => shownGroup(caller, row, byGroup.get(row.id) ?? null, projection)), total };
  }

  /** @throws ScimProblem 404 */
  async read(caller: ScimCaller, id: string, projection: Projection): Promise<ShownGroup> {
    return this.shown(caller, known(isUuid(id) ? await this.groups.find(caller, id) : undefined, id), projection);
  }

  /** @throws ScimProblem invalidValue, 409 uniqueness */
  async create(caller: ScimCaller, body: Written, projection: Projection): Promise<ShownGroup> {
    const group = readGroup(body);
    const added = new Set(checkedIds(memberIds(written(body, 'members'))));
    const made = await this.database
      .transaction(caller.context, async (context) => {
        const within = inside(caller, context);
        const stored = await this.groups.insert(within, this.ids.next(), group, this.clock.instant());
        await this.tell(within, await this.members.change(within, stored.id, { ...noMembersChanged, added }));
        return stored;
      })
      .catch(taken);
    return this.shown(caller, made, projection);
  }

  /** Replaces the name, and all members if the request mentions members. @throws ScimProblem */
  async replace(
    caller: ScimCaller,
    id: string,
    body: Written,
    ifMatch: string | undefined,
    projection: Projection,
  ): Promise<ShownGroup> {
    const group = readGroup(body);
    const listed = written(body, 'members');
    // A request without members leaves them as they are.
    const members =
      listed === undefined || listed === null
        ? noMembersChanged
        : { isReplaced: true, added: new Set(checkedIds(memberIds(listed))), removed: new Set<string>() };
    return this.shown(caller, await this.change(caller, id, ifMatch, { ...group, members }), projection);
  }

  /** @throws ScimProblem */
  patch(caller: ScimCaller, id: string, body: unknown, ifMatch: string | undefined): Promise<StoredGroup> {
    const mayClear = caller.connection.settings.allow_clear_members === true;
    return this.change(caller, id, ifMatch, groupChange(body, mayClear));
  }

  /** @throws ScimProblem 404, 412 */
  async remove(caller: ScimCaller, id: string, ifMatch: string | undefined): Promise<void> {
    await this.database.transaction(caller.context, async (context) => {
      const within = inside(caller, context);
      await this.lock(within, id, ifMatch);
      const members = await this.members.lockAll(within, id);
      await this.groups.remove(within, id);
      await this.tell(within, members);
    });
  }

  async shown(caller: ScimCaller, group: StoredGroup, projection: Projection): Promise<ShownGroup> {
    const members = isWanted(projection, 'members') ? await this.members.of(caller, [group.id]) : null;
    return { version: group.version, resource: shownGroup(caller, group, members, projection) };
  }

  private change(
    caller: ScimCaller,
    id: string,
    ifMatch: string | undefined,
    { members, ...names }: ScimGroupChange,
  ): Promise<StoredGroup> {
    return this.database
      .transaction(caller.context, async (context) => {
        const within = inside(caller, context);
        const before = await this.lock(within, id, ifMatch);
        const after: NamedGroup = {
          displayName: names.displayName ?? before.displayName,
          externalId: names.externalId === undefined ? before.externalId : names.externalId,
        };
        const changed = await this.members.change(within, before.id, members);
        const isRenamed = after.displayName !== before.displayName;
        if (changed.length === 0 && !isRenamed && after.externalId === before.externalId) return before;
        const concerned = isRenamed
          ? [...new Set([...changed, ...(await this.members.lockAll(within, before.id))])]
          : changed;
        const group = await this.groups.update(within, before.id, after, this.clock.instant());
        await this.tell(within, concerned);
        return group;
      })
      .catch(taken);
  }

  private async lock(within: ScimCaller, id: string, ifMatch: string | undefined): Promise<StoredGroup> {
    const group = known(isUuid(id) ? await this.groups.lock(within, id) : undefined, id);
    requireVersion(ifMatch, group.version);
    return group;
  }

  private async tell(within: ScimCaller, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    await this.members.touch(within, userIds, this.clock.instant());
    await this.news.tellMemberships(within, await this.members.groupsOf(within, userIds));
  }
}

/** @throws ScimProblem invalidValue */
function readGroup(body: Written): NamedGroup {
  const text = (name: string) => {
    const attribute = attributeNamed([...commonAttributes, ...groupSchema.attributes], name);
    return attribute && (scimValueOf(attribute, written(body, name)) as string | undefined);
  };
  const displayName = text('displayName');
  if (!displayName?.trim()) throw ScimProblem.bad('invalidValue', 'displayName is required');
  return { displayName, externalId: text('externalId') ?? null };
}

function written(body: Written, name: string): unknown {
  return Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function shownGroup(
  { base }: ScimCaller,
  group: StoredGroup,
  members: readonly Member[] | null,
  projection: Projection,
): Record<string, unknown> {
  const { id, displayName, externalId, version, createdAt, updatedAt } = group;
  return projected(
    {
      schemas: [groupUrn],
      id,
      ...(externalId === null ? {} : { externalId }),
      displayName,
      ...(members
        ? {
            members: members.map(({ userId, display }) => ({
              value: userId,
              $ref: `${base}/Users/${userId}`,
              type: 'User',
              display,
            })),
          }
        : {}),
      meta: {
        resourceType: 'Group',
        created: createdAt,
        lastModified: updatedAt,
        location: `${base}/Groups/${id}`,
        version: scimEtag(version),
      },
    },
    projection,
  );
}

function known(group: StoredGroup | undefined, id: string): StoredGroup {
  if (!group) throw ScimProblem.notFound('group', id);
  return group;
}

function taken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'scim_groups_name') throw ScimProblem.taken('displayName');
  if (constraint === 'scim_groups_external_id') throw ScimProblem.taken('externalId');
  throw error;
}
