import { STATUS_CODES } from 'node:http';
import { type FieldProblem, Problem, type ProblemKind } from '../../kernel/errors.js';

/** RFC 9457: the form of every error. */
export interface ProblemDocument {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path as called. */
  readonly instance: string;
  readonly errors?: readonly FieldProblem[];
  readonly [extra: string]: unknown;
}

export const problemMediaType = 'application/problem+json';

const statusOf: Readonly<Record<ProblemKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
};

export function problemDocument(status: number, detail: string, instance: string): ProblemDocument {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, instance };
}

/** Also the `error` of a row in a bulk result. */
export function documentOf(problem: Problem, instance: string): ProblemDocument {
  return {
    ...problem.extra,
    ...problemDocument(statusOf[problem.kind], problem.detail, instance),
    ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
  };
}
