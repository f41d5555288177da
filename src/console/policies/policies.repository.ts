import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { policyTable } from './policy.entity.js';
import { groupsNamed, type Policy, policyNameKey } from './policy.js';

export const policyListFields = listFields({
  id: 'p.id',
  sort: 'priority:asc',
  fields: {
    id: { column: 'p.id', type: 'uuid' },
    name: { column: 'p.name_key', type: 'text', fold: policyNameKey },
    description: { column: 'p.description', type: 'text' },
    priority: { column: 'p.priority', type: 'integer' },
    enabled: { column: 'p.enabled', type: 'flag' },
    match: { column: 'p.match', type: 'text' },
    effect: { column: 'p.effect', type: 'text' },
    created_at: { column: 'p.created_at', type: 'instant' },
    updated_at: { column: 'p.updated_at', type: 'instant' },
  },
});

const columns = policyTable.select('p');

const find = statement('policies_find', `select ${columns} from policies p where p.organization_id = $1 and p.id = $2`);
const findForChange = statement(
  'policies_find_for_change',
  `select ${columns} from policies p where p.organization_id = $1 and p.id = $2 for update`,
);
const enabled = statement(
  'policies_enabled',
  `select ${columns} from policies p where p.organization_id = $1 and p.enabled order by p.priority, p.id`,
);
const insert = statement(
  'policies_insert',
  `
  insert into policies (organization_id, id, name, name_key, description, priority, enabled, match, conditions, effect,
    reply, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
);
const update = statement(
  'policies_update',
  `
  update policies set name = $3, name_key = $4, description = $5, priority = $6, enabled = $7, match = $8,
    conditions = $9, effect = $10, reply = $11,
    updated_at = $12, revision = revision + 1
  where organization_id = $1 and id = $2`,
);
const remove = statement('policies_remove', 'delete from policies where organization_id = $1 and id = $2');
const forgetGroups = statement(
  'policies_forget_groups',
  'delete from policy_groups where organization_id = $1 and policy_id = $2',
);
const noteGroups = statement(
  'policies_note_groups',
  `
  insert into policy_groups (organization_id, policy_id, group_id) select $1, $2, group_id from unnest($3::uuid[])
    as g (group_id)
  returning 1`,
);
const missingGroups = statement(
  'policies_missing_groups',
  `
  select named.id from unnest($2::uuid[]) as named (id)
  where not exists (select 1 from user_groups g where g.organization_id = $1 and g.id = named.id)`,
);

@Injectable()
export class PoliciesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Policy>> {
    return listRows<Policy>(this.database, context, list, {
      name: 'policies',
      select: columns,
      from: 'policies p',
      where: 'p.organization_id = $1',
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Policy | undefined> {
    return this.database.one<Policy>(context, find, [context.organizationId, id]);
  }

  findForChange(context: Context, id: string): Promise<Policy | undefined> {
    return this.database.one<Policy>(context, findForChange, [context.organizationId, id]);
  }

  enabled(context: Context): Promise<Policy[]> {
    return this.database.query<Policy>(context, enabled, [context.organizationId]);
  }

  /** Those of the ids that are no group here. */
  async missingGroups(context: Context, ids: readonly string[]): Promise<string[]> {
    return (await this.database.query<{ id: string }>(context, missingGroups, [context.organizationId, ids])).map(
      ({ id }) => id,
    );
  }

  async insert(inside: Context, policy: Policy): Promise<void> {
    await this.database.query(inside, insert, [inside.organizationId, ...valuesOf(policy)]);
    await this.noteGroups(inside, policy);
  }

  async update(inside: Context, policy: Policy): Promise<void> {
    await this.database.query(inside, update, [inside.organizationId, ...valuesOf(policy)]);
    await this.database.query(inside, forgetGroups, [inside.organizationId, policy.id]);
    await this.noteGroups(inside, policy);
  }

  async remove(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, remove, [inside.organizationId, id]);
  }

  private async noteGroups(inside: Context, { id, conditions }: Policy): Promise<void> {
    const groups = groupsNamed(conditions);
    if (groups.length > 0) await this.database.query(inside, noteGroups, [inside.organizationId, id, groups]);
  }
}

function valuesOf({
  id,
  name,
  description,
  priority,
  enabled: isEnabled,
  match,
  conditions,
  effect,
  reply,
  updatedAt,
}: Policy): unknown[] {
  return [
    id,
    name,
    policyNameKey(name),
    description,
    priority,
    isEnabled,
    match,
    JSON.stringify(conditions),
    effect,
    JSON.stringify(reply),
    updatedAt,
  ];
}
