import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { MemberChange } from '../patch/group-patch.js';
import type { ScimCaller } from './scim-caller.js';
import { ScimProblem } from '../schema/scim-problem.js';

export interface Member {
  readonly groupId: string;
  readonly userId: string;
  readonly display: string;
}

export interface UserWithGroups {
  readonly id: string;
  readonly groups: readonly string[];
}

const members = replanned(
  'scim_members_of',
  `
  select m.group_id as "groupId", m.user_id as "userId", u.document ->> 'userName' as display from scim_members m
  join scim_users u on u.organization_id = m.organization_id and u.id = m.user_id
  where m.organization_id = $1 and m.group_id = any ($2::uuid[]) order by u.name_key`,
);

const largest = replanned(
  'scim_members_largest',
  `
  select g.id from unnest($2::uuid[]) as g (id)
  where (select count(*) from (select from scim_members m where m.organization_id = $1 and m.group_id = g.id
    limit $3 + 1) few) > $3`,
);

// Locks users in one order, so that two groups with common members cannot deadlock.
const lockUsers = replanned(
  'scim_members_lock',
  `
  select id from scim_users where organization_id = $1 and connection_id = $2 and (
    id = any ($4::uuid[]) or $5 and id in (select user_id from scim_members where organization_id = $1
    and group_id = $3))
  order by id for update`,
);

const leave = replanned(
  'scim_members_leave',
  `
  delete from scim_members where organization_id = $1 and group_id = $2 and (user_id = any ($3::uuid[]) or $4
    and user_id <> all ($5::uuid[]))
  returning user_id as id`,
);

const join = replanned(
  'scim_members_join',
  `
  insert into scim_members (organization_id, group_id, user_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing
    returning user_id as id`,
);

const membersOf = replanned(
  'scim_members_ids',
  'select user_id as id from scim_members where organization_id = $1 and group_id = $2',
);

const groupsOfUsers = replanned(
  'scim_members_groups',
  `
  select u.id, coalesce(array_agg(g.display_name order by g.name_key, g.id) filter (where g.id is not null), '{}')
    as groups
  from unnest($2::uuid[]) as u (id)
  left join scim_members m on m.organization_id = $1 and m.user_id = u.id
  left join scim_groups g on g.organization_id = $1 and g.id = m.group_id
  group by u.id order by u.id`,
);

const touch = replanned(
  'scim_members_touch',
  `
  update scim_users set version = version + 1, updated_at = $3 where organization_id = $1 and id = any ($2::uuid[])`,
);

/** Group membership, changed by set-based statements whatever the size of a group. */
@Injectable()
export class ScimMembersRepository {
  constructor(private readonly database: Database) {}

  /** All members of each of these groups. */
  of({ context }: ScimCaller, groupIds: readonly string[]): Promise<Member[]> {
    if (groupIds.length === 0) return Promise.resolve([]);
    return this.database.query<Member>(context, members, [context.organizationId, groupIds]);
  }

  /** The groups with more than `most` members. */
  async largerThan({ context }: ScimCaller, groupIds: readonly string[], most: number): Promise<Set<string>> {
    const rows =
      groupIds.length === 0
        ? []
        : await this.database.query<{ id: string }>(context, largest, [context.organizationId, groupIds, most]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Returns the users whose membership changed. Users stay locked until the transaction ends.
   * @throws ScimProblem invalidValue for an unknown user
   */
  async change(within: ScimCaller, groupId: string, { isReplaced, added, removed }: MemberChange): Promise<string[]> {
    if (!isReplaced && added.size === 0 && removed.size === 0) return [];
    const { context, connection } = within;
    const [wanted, gone] = [[...added], [...removed]];
    const found = await this.database.query<{ id: string }>(context, lockUsers, [
      context.organizationId,
      connection.id,
      groupId,
      [...wanted, ...gone],
      isReplaced,
    ]);
    const there = new Set(found.map(({ id }) => id));
    const missing = wanted.find((id) => !there.has(id));
    if (missing !== undefined) throw ScimProblem.bad('invalidValue', `There is no user ${missing}`);
    const left = await this.database.query<{ id: string }>(context, leave, [
      context.organizationId,
      groupId,
      gone,
      isReplaced,
      wanted,
    ]);
    const joined = await this.database.query<{ id: string }>(context, join, [context.organizationId, groupId, wanted]);
    return [...left, ...joined].map(({ id }) => id);
  }

  /** All members, locked until the transaction ends. */
  async lockAll({ context, connection }: ScimCaller, groupId: string): Promise<string[]> {
    await this.database.query(context, lockUsers, [context.organizationId, connection.id, groupId, [], true]);
    return (await this.database.query<{ id: string }>(context, membersOf, [context.organizationId, groupId])).map(
      ({ id }) => id,
    );
  }

  /** A user shows their groups, so a change of groups gives the user a new version. */
  async touch({ context }: ScimCaller, userIds: readonly string[], now: Instant): Promise<void> {
    await this.database.query(context, touch, [context.organizationId, userIds, now]);
  }

  groupsOf({ context }: ScimCaller, userIds: readonly string[]): Promise<UserWithGroups[]> {
    return this.database.query<UserWithGroups>(context, groupsOfUsers, [context.organizationId, userIds]);
  }
}
