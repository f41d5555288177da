import { documentOf } from '../../http/problem/problem-document.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { problemOf } from '../batch/set-problem.js';
import type { SetResult } from '../batch/set-result.js';
import type { CheckedStep } from '../batch/batch-in-memory.js';
import type { BulkResult, RowStatus } from './bulk.js';
import { nameOf } from './bulk-operation.js';

/** A resource that can be written in bulk. */
export interface BulkResource {
  /** As in the path and in the permission `<name>:write`. */
  readonly name: string;
  /** Reads operations and does everything that needs no database. `from` is the index of the first. */
  prepare(operations: readonly unknown[], from: number): PreparedOperations;
}

/**
 * Carries out operations in order, in the context's transaction, with one result for each. Can be repeated after a
 * rollback.
 */
export type PreparedOperations = (context: Context) => Promise<BulkResult[]>;

const statuses: Readonly<Record<string, RowStatus>> = {
  created: 'created',
  changed: 'updated',
  unchanged: 'unchanged',
  deleted: 'deleted',
};

/** The result of one operation, from that of its step. */
export function resultOf(
  resource: string,
  what: string,
  index: number,
  raw: unknown,
  step: CheckedStep<object, string>,
  result: SetResult,
): BulkResult {
  const { op, ref } = nameOf(raw);
  const problem = problemOf(result, what, targetName(step));
  if (!problem) return { index, ref, op, status: statuses[result.status], id: 'id' in result ? result.id : null };
  const isReadingProblem = step.op === 'invalid';
  const shown =
    isReadingProblem || problem.kind !== 'invalid'
      ? problem
      : Problem.invalid(
          problem.errors.map(({ pointer, detail }) => ({ pointer: `#/data${pointer.slice(1)}`, detail })),
        );
  return {
    index,
    ref,
    op,
    status: 'failed',
    id: null,
    error: documentOf(shown, `/bulk/${resource}#/operations/${index}`),
  };
}

function targetName(step: CheckedStep<object, string>): string {
  if (!('target' in step)) return '';
  const { by, value } = step.target;
  return by === 'id' ? value : `with ${by === 'externalId' ? 'external_id' : by} "${value}"`;
}
