/** The address of a call: the resource's own URL, and the prefix that the caller's form puts before it. */
export interface Address {
  /** Path and query as the routes know them: `/users?page=2`. */
  readonly url: string;
  /** `''`, `/v1`, `/api`, each perhaps with `/organizations/{id}`: hrefs start with it. */
  readonly form: string;
  /** The organization in the path, in lower case. */
  readonly organizationId: string | undefined;
  /** Like `url`, where the caller's form has another address for it: links repeat that one. */
  readonly called?: string;
  /** Without the query, where the route itself reads that: the framework would parse it once more. */
  readonly routed?: string;
}

const prefixes = /^\/(v1|api)(?=[/?]|$)/;
// A further segment must follow: /organizations and /organizations/{id} are the resource itself.
const organizationForm = /^\/organizations\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\/[^/?])/i;

// Reports in the older form: /api/110 is the synchronous one, /api/reports/110 asks for a file.
const olderReport = /^(\/reports)?\/(\d{1,9})\/?(?=\?|$)/;

/** Both as the API document has them, by the path of the route that answers. */
export const olderReportPaths: Readonly<Record<string, string>> = {
  '/reports/{report_id}/recent': '/api/{report_id}',
  '/reports/{report_id}/task': '/api/reports/{report_id}',
};

// A directory's base address may end in a slash, and the path it appends begins with another.
const directoryForm = /^\/+scim\/+v2(?=[/?]|$)[^?]*/i;

// What a guest's device is sent to. A gateway writes what it likes there, and a page has to come of it.
const portalForm = '/p/';

// Clients that take us for a proxy write it this way (RFC 9112, 3.2.2).
const absoluteForm = /^https?:\/\/[^/?]*/i;

/** Strips the prefix and the organization from a request's URL. */
export function readAddress(wholeUrl: string): Address {
  // The first page is asked for by every phone that joins.
  if (wholeUrl.startsWith(portalForm)) return portalAddress(wholeUrl);
  const url = wholeUrl.replace(absoluteForm, '');
  if (url.startsWith(portalForm)) return portalAddress(url);
  if (directoryForm.test(url))
    return {
      url: url.replace(directoryForm, (path) => path.replace(/\/{2,}/g, '/')),
      form: '',
      organizationId: undefined,
    };
  const [prefix = ''] = prefixes.exec(url) ?? [];
  const rest = url.slice(prefix.length);
  const [organization = '', organizationId] = organizationForm.exec(rest) ?? [];
  const path = rest.slice(organization.length);
  const called = path.startsWith('/') ? path : `/${path}`;
  const known =
    prefix === '/api'
      ? called.replace(
          olderReport,
          (_, file: string | undefined, id: string) => `/reports/${id}/${file ? 'task' : 'recent'}`,
        )
      : called;
  return {
    url: known,
    form: prefix + organization,
    organizationId: organizationId?.toLowerCase(),
    ...(known === called ? {} : { called }),
  };
}

/** A path whose percent-encoding is none is taken as it stands, letter by letter. */
function portalAddress(url: string): Address {
  const found = url.indexOf('?');
  const end = found < 0 ? url.length : found;
  const path = url.slice(0, end);
  const routed = !path.includes('%') || isDecodable(path) ? path : path.replaceAll('%', '%25');
  return { url: routed + url.slice(end), form: '', organizationId: undefined, routed };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
