import type { Expected } from '../../http/etag/etag.js';
import { Problem } from '../../kernel/errors.js';
import type { Revision, SetResult } from './set-result.js';

/** A failed result as the refusal that a caller of the API sees; undefined when nothing failed. */
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

/** The id of what was done, or the refusal thrown. */
export function idOf(result: SetResult, what: string, id: string): string {
  const problem = problemOf(result, what, id);
  if (problem || !('id' in result) || result.id === null)
    throw problem ?? new Error(`A ${result.status} result without id`);
  return result.id;
}

/** What If-Match asks for, as a set takes it. */
export function revisionOf(expected: Expected): Revision | undefined {
  return expected === '*' ? undefined : expected;
}
