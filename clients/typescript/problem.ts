/** What the service answers instead of a result: problem+json (RFC 9457). */
export interface ProblemDocument {
  readonly type?: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** Each field at fault, as a JSON Pointer: `#/username`. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly conflicting_id?: string;
  readonly totp_required?: boolean;
  /** With `organization_id`: sign in by one of its providers. */
  readonly single_sign_on_required?: boolean;
  readonly organization_id?: string;
  /** The operator with this address signs in by another account of the provider. */
  readonly another_account?: boolean;
  /** Names of those who are known by what was given: one of them has to be named. */
  readonly people?: readonly string[];
}

export class ApiProblem extends Error {
  constructor(
    readonly document: ProblemDocument,
    /** When the service asks to wait (429, 503). */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(document.detail ?? document.title);
  }

  get status(): number {
    return this.document.status;
  }

  /** By the name of the field as it is in the body: `#/access/group` is `access.group`. */
  get byField(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      (this.document.errors ?? []).map(({ pointer, detail }) => [
        pointer.replace(/^#?\//, '').replaceAll('/', '.'),
        detail,
      ]),
    );
  }
}

/** Status 0: no answer at all. */
export function unreachable(): ApiProblem {
  return new ApiProblem({ title: 'unreachable', status: 0 }, undefined);
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('retry-after'));
  const body = (await response.json().catch(() => undefined)) as Partial<ProblemDocument> | undefined;
  return new ApiProblem(
    { title: body?.title ?? response.statusText, ...body, status: response.status },
    retryAfter > 0 ? retryAfter : undefined,
  );
}
