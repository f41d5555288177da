/** Where a call went: the resource's own URL, and what stood before it in the form the caller used. */
export interface Address {
  /** Path and query as the routes know them: `/users?page=2`. */
  readonly url: string;
  /** `''`, `/v1`, `/api`, each perhaps with `/organizations/{id}`: hrefs start with it. */
  readonly form: string;
  /** The organization named by the path form, in lower case. */
  readonly organizationId: string | undefined;
}

const prefixes = /^\/(v1|api)(?=[/?]|$)/;
// A further segment must follow: /organizations and /organizations/{id} are the resource itself.
const organizationForm = /^\/organizations\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\/[^/?])/i;

/** Takes the prefix and the organization off a request's URL. */
export function readAddress(url: string): Address {
  const [prefix = ''] = prefixes.exec(url) ?? [];
  const rest = url.slice(prefix.length);
  const [organization = '', organizationId] = organizationForm.exec(rest) ?? [];
  const path = rest.slice(organization.length);
  return {
    url: path.startsWith('/') ? path : `/${path}`,
    form: prefix + organization,
    organizationId: organizationId?.toLowerCase(),
  };
}
