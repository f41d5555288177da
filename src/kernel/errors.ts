/** What a caller did wrong or ran into, in words of the domain. The HTTP edge maps each kind to its status. */
export type ProblemKind =
  | 'malformed' // 400: syntax, parameters
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'not_found' // 404
  | 'conflict' // 409
  | 'stale' // 412
  | 'too_large' // 413
  | 'invalid' // 422
  | 'rate_limited' // 429
  | 'unavailable'; // 503

/**
 * One wrong place in a body: `pointer` is a JSON Pointer as a URI fragment (`#/username`), `detail` names the remedy.
 */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * A name as part of such a pointer (RFC 6901 in a URI fragment). Cut off, because a caller may send names of any
 * length.
 */
export function pointerToken(name: string): string {
  return encodeURIComponent(
    name
      .slice(0, 200)
      .replaceAll(/\p{Cs}/gu, '?')
      .replaceAll('~', '~0')
      .replaceAll('/', '~1'),
  );
}

/** How many wrong places one refusal names, so that the answer is not many times the size of a bad body. */
const mostNamed = 100;

/** An expected refusal. The caller may see everything it carries. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly errors: readonly FieldProblem[] = [],
    /** Extra members of the problem document, such as the records that still use what was to be deleted. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }

  static notFound(what: string, id: string): Problem {
    return new Problem('not_found', `There is no ${what} ${id}`);
  }

  static invalid(errors: readonly FieldProblem[]): Problem {
    const named = errors.slice(0, mostNamed);
    const further = errors.length > named.length ? [`and ${errors.length - named.length} more`] : [];
    return new Problem(
      'invalid',
      [
        ...named.map(({ pointer, detail }) =>
          pointer === '#' ? `The body ${detail}` : `${pointer.slice(2)}: ${detail}`,
        ),
        ...further,
      ].join('; '),
      named,
    );
  }

  static invalidField(field: string, detail: string): Problem {
    return Problem.invalid([{ pointer: `#/${field}`, detail }]);
  }
}
