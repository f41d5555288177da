import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { windowProblem } from './condition-window.js';
import { PoliciesRepository } from './policies.repository.js';
import { groupsNamed, type Policy, type PolicyFields } from './policy.js';

/** Rules of access of an organization, one at a time. */
@Injectable()
export class PoliciesService {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Policy>> {
    return this.policies.table.list(context, list);
  }

  read(context: Context, id: string): Promise<Policy> {
    return this.policies.table.read(context, id);
  }

  create(context: Context, values: Partial<PolicyFields> & Pick<PolicyFields, 'name' | 'effect'>): Promise<Policy> {
    return this.database.transaction(context, async (inside) => {
      const at = this.clock.instant();
      const policy: Policy = {
        description: null,
        priority: 0,
        enabled: true,
        match: 'all',
        conditions: [],
        reply: {},
        ...values,
        id: this.ids.next(),
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      await this.check(inside, policy, policy);
      await this.policies.insert(inside, policy).catch(refused);
      return policy;
    });
  }

  change(context: Context, id: string, change: Partial<PolicyFields>, expected: Expected): Promise<Policy> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.policies.table.held(inside, id, expected);
      const policy: Policy = { ...before, ...change, revision: before.revision + 1, updatedAt: this.clock.instant() };
      await this.check(inside, policy, change);
      await this.policies.update(inside, policy).catch(refused);
      return policy;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.policies.table.held(inside, id, expected);
      await this.policies.table.remove(inside, id);
    });
  }

  /** @param written the values of this request: older times in unchanged conditions must not block other changes */
  private async check(
    inside: Context,
    { match, conditions, effect, reply }: PolicyFields,
    written: Partial<PolicyFields>,
  ): Promise<void> {
    if (effect === 'deny' && Object.keys(reply).length > 0)
      throw Problem.invalidField('reply', 'must be empty: a policy that denies gives nothing');
    const reversed = written.conditions || written.match ? windowProblem({ match, conditions }) : undefined;
    if (reversed) throw Problem.invalid(reversed);
    const missing = await this.policies.missingGroups(inside, groupsNamed(conditions));
    const errors = conditions.flatMap(({ field, value }, index) => {
      const unknown = field === 'group' ? [value].flat().find((each) => missing.includes(each)) : undefined;
      return unknown ? [{ pointer: `#/conditions/${index}/value`, detail: `There is no user group ${unknown}` }] : [];
    });
    if (errors.length > 0) throw Problem.invalid(errors);
  }
}

function refused(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'policies_name') throw new Problem('conflict', 'A policy with this name exists');
  if (constraint === 'policy_groups_group')
    throw Problem.invalidField('conditions', 'name a user group that was deleted in the meantime');
  throw error;
}
