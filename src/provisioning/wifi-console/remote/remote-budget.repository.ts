import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { systemContext, usherOrganizationId } from '../../../kernel/context.js';
import type { BudgetState } from './budget-rules.js';

interface BudgetRow {
  readonly server_limit: number | null;
  readonly spent: BudgetState['spent'];
  readonly waiting: BudgetState['waiting'];
  readonly foreign_requests: number;
  readonly foreign_until_at: Instant | null;
  readonly blocked_until_at: Instant | null;
}

const open = statement(
  'remote_budget_open',
  `
  insert into remote_budgets (organization_id, budget, per_minute) values ($1, $2, $3) on conflict do nothing`,
);

const lock = statement(
  'remote_budget_lock',
  `
  select server_limit, spent, waiting, foreign_requests, foreign_until_at, blocked_until_at
    from remote_budgets where organization_id = $1 and budget = $2 for update`,
);

const keep = statement(
  'remote_budget_keep',
  `
  update remote_budgets
     set per_minute = $3, server_limit = $4, spent = $5, waiting = $6, foreign_requests = $7, foreign_until_at = $8,
       blocked_until_at = $9
   where organization_id = $1 and budget = $2`,
);

/** The server's own limit is stored beside the state, whose `perMinute` is the lower of both. */
export type KeptBudget = BudgetState & { readonly serverLimit: number | null };

/** The budgets of all remote keys. They belong to no tenant: connections of several organizations may share a key. */
@Injectable()
export class RemoteBudgetRepository {
  constructor(private readonly database: Database) {}

  /** Makes the row if it is missing. */
  async open(budget: string, perMinute: number): Promise<void> {
    await this.database.query(systemContext(usherOrganizationId, 'remote-budget'), open, [
      usherOrganizationId,
      budget,
      perMinute,
    ]);
  }

  /** Changes the row exclusively. Resolves with what `change` answers besides the new state. */
  change<T>(
    budget: string,
    perMinute: number,
    change: (state: KeptBudget) => { readonly state: KeptBudget; readonly answer: T },
  ): Promise<T> {
    return this.database.transaction(systemContext(usherOrganizationId, 'remote-budget'), async (inside) => {
      const row = await this.database.one<BudgetRow>(inside, lock, [usherOrganizationId, budget]);
      if (!row) throw new Error('The row of a remote budget is missing');
      const { state, answer } = change(stateOf(row, perMinute));
      await this.database.query(inside, keep, [
        usherOrganizationId,
        budget,
        perMinute,
        state.serverLimit,
        JSON.stringify(state.spent),
        JSON.stringify(state.waiting),
        state.foreign?.requests ?? 0,
        instantOrNull(state.foreign?.untilAt),
        instantOrNull(state.blockedUntilAt),
      ]);
      return answer;
    });
  }
}

function stateOf(row: BudgetRow, perMinute: number): KeptBudget {
  return {
    perMinute: Math.min(perMinute, row.server_limit ?? perMinute),
    serverLimit: row.server_limit,
    spent: row.spent,
    waiting: row.waiting,
    foreign:
      row.foreign_until_at === null
        ? null
        : { requests: row.foreign_requests, untilAt: Date.parse(row.foreign_until_at) },
    blockedUntilAt: row.blocked_until_at === null ? null : Date.parse(row.blocked_until_at),
  };
}

function instantOrNull(milliseconds: number | null | undefined): Instant | null {
  return milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
