import createClient, { type Client } from 'openapi-fetch';
import { problemOf, unreachable } from './problem.js';
import type { paths } from './schema.js';

export interface UsherSettings {
  /** Where the service is, such as https://wifi.example.com. */
  readonly url: string;
  /** An API key, or the token of a session. */
  readonly key: string;
  /** The organization that calls are made for; absent: the key's own. */
  readonly organizationId?: string;
}

/** The API, typed by its document. A call that fails throws an ApiProblem, so `data` is there whenever one returns. */
export function usherClient({ url, key, organizationId }: UsherSettings): Client<paths> {
  const client = createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: {
      authorization: `Bearer ${key}`,
      ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
    },
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await problemOf(response);
    },
    onError: () => unreachable(),
  });
  return client;
}
