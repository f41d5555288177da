import type { IncomingMessage } from 'node:http';
import type { Body } from './console-state.js';

export interface SeenRequest {
  readonly method: string;
  /** Without prefix, organization and query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly organization: string;
  readonly body: Body;
  readonly at: number;
  status: number;
}

/** What came, read. `organizations`: those that its token may act for; the first is the token's own. */
export function seenRequest(
  request: IncomingMessage,
  text: string,
  organizations: readonly string[] | undefined,
  at: number,
): SeenRequest {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const withoutPrefix = url.pathname.replace(/^\/(v1|api)(?=\/)/, '');
  const byPath = /^\/organizations\/([^/]+)(\/.+)$/.exec(withoutPrefix);
  const header = request.headers['x-organization-id'];
  return {
    method: request.method ?? '',
    path: byPath ? byPath[2] : withoutPrefix,
    query: url.searchParams,
    headers: request.headers,
    organization: byPath
      ? decodeURIComponent(byPath[1])
      : typeof header === 'string'
        ? header
        : (organizations?.[0] ?? ''),
    body: bodyOf(text),
    at,
    status: 0,
  };
}

function bodyOf(text: string): Body {
  try {
    return text === '' ? {} : (JSON.parse(text) as Body);
  } catch {
    return { unreadable: true };
  }
}
