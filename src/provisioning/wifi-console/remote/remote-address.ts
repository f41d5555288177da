import { Problem } from '../../../kernel/errors.js';

export type Query = Readonly<Record<string, string | number>>;

export interface RemoteTarget {
  /** With or without a path base (`/v1`, `/api`), with or without a trailing slash; any region. */
  readonly baseUrl: string;
  readonly organizationId: string | null;
  readonly organizationStyle: 'header' | 'path';
}

/** The address of one organization's resources at one remote console. */
export class RemoteAddress {
  /** Scheme, host and port. A key's rate is counted per console, whichever base path reaches it. */
  readonly origin: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  private readonly base: string;

  /** @throws Problem if the base address cannot be used. */
  constructor(target: RemoteTarget) {
    const url = parse(target.baseUrl);
    const { organizationId, organizationStyle } = target;
    this.origin = url.origin;
    const root = url.origin + url.pathname.replace(/\/+$/, '');
    this.base =
      organizationId !== null && organizationStyle === 'path'
        ? `${root}/organizations/${encodeURIComponent(organizationId)}`
        : root;
    this.headers =
      organizationId !== null && organizationStyle === 'header' ? { 'x-organization-id': organizationId } : {};
  }

  /** Encodes `segments`. Query names may contain brackets. */
  url(segments: readonly string[], query: Query = {}): string {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return `${this.base}/${segments.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
  }
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw invalid('is an address such as https://console.example.org/v1');
  if (url.username !== '' || url.password !== '')
    throw invalid('holds no user and no password: the key goes into target.token');
  if (url.search !== '' || url.hash !== '') throw invalid('ends with its path: no query, no fragment');
  return url;
}

function invalid(detail: string): Problem {
  return Problem.invalid([{ pointer: '#/target/base_url', detail: `base_url ${detail}` }]);
}
