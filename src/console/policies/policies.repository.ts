import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import { policyTable } from './policy.entity.js';
import { groupsNamed, type Policy, policyNameKey } from './policy.js';

export const policyListFields = {
  ...listFieldsOf(policyTable, 'policies', {
    name: { column: 'policies.name_key', type: 'text', fold: policyNameKey },
  }),
  sort: 'priority:asc',
};

const enabled = statement(
  'policies_enabled',
  `
  select ${policyTable.select('p')} from policies p where p.organization_id = $1 and p.enabled
  order by p.priority, p.id`,
);
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
  readonly table: RecordTable<Policy & { readonly nameKey?: string }>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable(database, policyTable, 'policy', { hidden: ['nameKey'] });
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
    await this.table.insert(inside, { ...policy, nameKey: policyNameKey(policy.name) });
    await this.noteGroups(inside, policy);
  }

  async update(inside: Context, policy: Policy): Promise<void> {
    await this.table.update(inside, { ...policy, nameKey: policyNameKey(policy.name) });
    await this.database.query(inside, forgetGroups, [inside.organizationId, policy.id]);
    await this.noteGroups(inside, policy);
  }

  private async noteGroups(inside: Context, { id, conditions }: Policy): Promise<void> {
    const groups = groupsNamed(conditions);
    if (groups.length > 0) await this.database.query(inside, noteGroups, [inside.organizationId, id, groups]);
  }
}
