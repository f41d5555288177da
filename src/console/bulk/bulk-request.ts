import { type FieldProblem, Problem } from '../../kernel/errors.js';
import { type BulkRequest, mostOfJob } from './bulk.js';

/** The same operation on all records that a list's filter matches. */
export interface BulkMatching {
  readonly filter: object;
  readonly op: 'update' | 'delete';
  readonly data: object | undefined;
}

const members = ['operations', 'atomic', 'dry_run'];

/** Checks the request by hand. Each resource reads its own operations, and each operation has its own result. */
export function readBulkRequest(body: unknown, most: number): BulkRequest {
  const { operations } = (body ?? {}) as { operations?: unknown };
  const envelope = readEnvelope(body, Array.isArray(operations) ? operations.length : 0, most);
  return { ...envelope, operations: operations as unknown[] };
}

/** The same if the operations, `count` of them, were read before. */
export function readEnvelope(body: unknown, count: number, most: number): Omit<BulkRequest, 'operations'> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw Problem.invalid([{ pointer: '#', detail: 'must be an object with operations' }]);
  const { operations, atomic = false, dry_run: dryRun = false } = body as Record<string, unknown>;
  const errors: FieldProblem[] = Object.keys(body)
    .filter((name) => !members.includes(name))
    .map((name) => ({
      pointer: `#/${encodeURIComponent(name.slice(0, 100).replaceAll(/\p{Cs}/gu, '?'))}`,
      detail: 'is not a field that can be set: remove it',
    }));
  if (!Array.isArray(operations) || count === 0)
    errors.push({ pointer: '#/operations', detail: `must be a list of 1 to ${most} operations` });
  else if (count > most) errors.push(tooMany(most));
  if (typeof atomic !== 'boolean') errors.push({ pointer: '#/atomic', detail: 'must be true or false' });
  if (typeof dryRun !== 'boolean') errors.push({ pointer: '#/dry_run', detail: 'must be true or false' });
  if (errors.length > 0) throw Problem.invalid(errors);
  return { atomic: atomic as boolean, dryRun: dryRun as boolean };
}

/** Undefined: the request lists its operations. Throws if it does both, or is incomplete. */
export function readBulkMatching(body: unknown, count: number): BulkMatching | undefined {
  if (typeof body !== 'object' || body === null || !('filter' in body)) return undefined;
  const { filter, op, data, operations } = body as Record<string, unknown>;
  const errors: FieldProblem[] = [];
  if (operations !== undefined || count > 0)
    errors.push({ pointer: '#/operations', detail: 'is one too many: list the operations, or give a filter' });
  if (!isObject(filter))
    errors.push({ pointer: '#/filter', detail: 'must be an object such as {"disabled": 1}; {} is all' });
  if (op !== 'update' && op !== 'delete') errors.push({ pointer: '#/op', detail: 'must be one of update, delete' });
  if (op === 'update' && !isObject(data)) errors.push({ pointer: '#/data', detail: 'must be the fields to change' });
  if (op === 'delete' && data !== undefined)
    errors.push({ pointer: '#/data', detail: 'says nothing in a delete: remove it' });
  if (errors.length > 0) throw Problem.invalid(errors);
  return { filter: filter as object, op: op as BulkMatching['op'], data: data as object | undefined };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function tooMany(most: number): FieldProblem {
  return {
    pointer: '#/operations',
    detail: `must have at most ${most} operations: divide the list${most < mostOfJob ? ', or send it to /async' : ''}`,
  };
}
