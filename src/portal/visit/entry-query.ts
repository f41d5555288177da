import type { FastifyRequest } from 'fastify';

/** No gateway's redirect is longer. */
const longest = 8000;

/** Our parameters of a query; all others are the gateway's. */
const ours = ['lang', 'code', 's'];

/**
 * The query string of a request. Some gateways append theirs with a second question mark to an address that already
 * has a query (`?lang=de`).
 */
export function entryQuery({ call }: Pick<FastifyRequest, 'call'>): URLSearchParams {
  const { url } = call.address;
  const from = url.indexOf('?');
  if (from < 0) return new URLSearchParams();
  const text = url.slice(from + 1, from + 1 + longest);
  return storable(text.replace(/^((?:lang|code)=[^&?]*)\?/, '$1&'));
}

/** The gateway's part of the query; the query itself where there is no other. */
export function gatewayQuery(query: URLSearchParams): URLSearchParams {
  if (!ours.some((name) => query.has(name))) return query;
  const rest = new URLSearchParams(query);
  for (const name of ours) rest.delete(name);
  return rest;
}

/** What a page is to be written in, as Accept-Language: first what the guest chose on a page before. */
export function wantedLanguages(request: Pick<FastifyRequest, 'call' | 'headers'>): string {
  const chosen = entryQuery(request).get('lang');
  return [chosen, request.headers['accept-language']].filter(Boolean).join(',');
}

/** The fields of a posted form. */
export function formOf({ rawBody }: Pick<FastifyRequest, 'rawBody'>): URLSearchParams {
  return storable(rawBody?.toString('utf8') ?? '');
}

/** PostgreSQL's texts hold no zero byte, and no keyboard writes one. */
function storable(text: string): URLSearchParams {
  const read = new URLSearchParams(text);
  if (!text.includes('%00') && !text.includes('\0')) return read;
  const kept = [...read].map((pair) => pair.map((each) => each.replaceAll('\0', '')));
  return new URLSearchParams(kept);
}
