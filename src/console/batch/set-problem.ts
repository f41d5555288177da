import type { Expected } from '../../http/etag/etag.js';
import { Problem } from '../../kernel/errors.js';
import type { Revision, SetResult } from './set-result.js';

/** The refusal for a failed result, as API callers see it; undefined if nothing failed. */
export function problemOf(result: SetResult, what: string, id: string): Problem | undefined {
  switch (result.status) {
    case 'not_found':
      return Problem.notFound(what, id);
    case 'conflict':
      return new Problem('conflict', result.detail, [], {
        ...(result.id === null ? {} : { conflicting_id: result.id }),
        ...(result.usedBy ? { used_by: result.usedBy } : {}),
      });
    case 'stale':
      return new Problem(
        'stale',
        'The record was changed in the meantime: read it again and repeat the change with its new ETag',
      );
    case 'invalid':
      return Problem.invalid(result.errors);
    default:
      return undefined;
  }
}

/** The id of the record, or throws the refusal. */
export function idOf(result: SetResult, what: string, id: string): string {
  const problem = problemOf(result, what, id);
  if (problem || !('id' in result) || result.id === null)
    throw problem ?? new Error(`A ${result.status} result without id`);
  return result.id;
}

/** If-Match in the form that a set takes. */
export function revisionOf(expected: Expected): Revision | undefined {
  return expected === '*' ? undefined : expected;
}
