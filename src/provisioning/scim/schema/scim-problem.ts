/** RFC 7644, table 9. */
export type ScimType =
  'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue';

/** A SCIM error response. The directory may see everything it carries. */
export class ScimProblem extends Error {
  override readonly name = 'ScimProblem';

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType?: ScimType,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }

  static bad(scimType: ScimType, detail: string): ScimProblem {
    return new ScimProblem(400, detail, scimType);
  }

  static notFound(resource: string, id: string): ScimProblem {
    return new ScimProblem(404, `There is no ${resource} ${id.slice(0, 200)}`);
  }

  static taken(attribute: string): ScimProblem {
    return new ScimProblem(409, `${attribute} is already used by another resource of this connection`, 'uniqueness');
  }
}

/** RFC 7644, 3.12: `status` is a string. */
export function scimErrorBody({
  status,
  detail,
  scimType,
}: {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: string;
}): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail,
  };
}
