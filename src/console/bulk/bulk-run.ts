import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { problemDocument } from '../../http/problem/problem-document.js';
import type { Context } from '../../kernel/context.js';
import type { BulkRequest, BulkResult } from './bulk.js';
import type { BulkResource } from './bulk-resource.js';

/** Carries results out of a transaction that is rolled back on purpose. */
class TakenBack extends Error {
  constructor(readonly results: BulkResult[]) {
    super('taken back');
  }
}

/** Carries out a bulk request of at most one chunk, in one transaction. */
@Injectable()
export class BulkRun {
  constructor(private readonly database: Database) {}

  async run(
    context: Context,
    resource: BulkResource,
    { operations, atomic, dryRun }: BulkRequest,
  ): Promise<BulkResult[]> {
    const carryOut = resource.prepare(operations, 0);
    try {
      return await this.database.transaction(context, async (inside) => {
        const results = await carryOut(inside);
        if (dryRun || (atomic && anyFailed(results))) throw new TakenBack(results);
        return results;
      });
    } catch (error) {
      if (error instanceof TakenBack) return rolledBackResults(resource.name, error.results, atomic);
      throw error;
    }
  }
}

export function anyFailed(results: readonly BulkResult[]): boolean {
  return results.some(({ status }) => status === 'failed');
}

/**
 * Results of work that was rolled back: without ids of records that were not created and, for an atomic request, with
 * nothing done.
 */
export function rolledBackResults(resource: string, results: readonly BulkResult[], atomic: boolean): BulkResult[] {
  const culprit = results.find(({ status }) => status === 'failed');
  const neverMade = new Set(results.filter(({ status }) => status === 'created').map(({ id }) => id));
  return results.map(({ vouchers: _codes, ...result }) => {
    if (!atomic || !culprit) return neverMade.has(result.id) ? { ...result, id: null } : result;
    if (result.status === 'failed') return result;
    const why = `Not done, because operation ${culprit.index} failed and the request is atomic`;
    return {
      ...result,
      status: 'failed',
      id: null,
      error: problemDocument(424, why, `/bulk/${resource}#/operations/${result.index}`),
    };
  });
}
