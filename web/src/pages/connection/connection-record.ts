import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { paths } from '../../../../clients/typescript/schema';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import type { ReadRecord } from '../../parts/form/resource-form';
import type { Values } from '../../parts/form/form-field';

type NewConnection = paths['/connections']['post']['requestBody']['content']['application/json'];

export interface ReadConnection extends ReadRecord {
  readonly connection: Api<'ConnectionDto'>;
}

export const connectionQuery = (id: string) =>
  queryOptions({ queryKey: ['connection', id], queryFn: ({ signal }) => readConnection(id, signal) });

/** A connection, and then its connector, which names the settings. */
export async function askConnection(queryClient: QueryClient, id: string): Promise<ReadConnection> {
  const read = await queryClient.fetchQuery(connectionQuery(id));
  void queryClient.prefetchQuery(connectorQuery(read.connection.connector));
  return read;
}

export async function readConnection(id: string, signal?: AbortSignal): Promise<ReadConnection> {
  const { data, response } = await api.GET('/connections/{id}', { params: { path: { id } }, signal });
  return recordOf(data!, response);
}

export async function saveConnection(id: string, changes: Values, etag: string | undefined): Promise<ReadConnection> {
  const { data, response } = await api.PATCH('/connections/{id}', {
    params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
    body: changes,
  });
  return recordOf(data!, response);
}

/** Not at work, until somebody says so. A token that it is called by is known only now: it waits for the next page. */
export async function makeDraft(queryClient: QueryClient, connector: string, values: Values): Promise<ReadConnection> {
  // Which connector it is, and so which settings it takes, is known only as it runs: the service checks them.
  const body = { ...values, connector, enabled: false } as unknown as NewConnection;
  const { data, response } = await api.POST('/connections', { body });
  const { token, ...connection } = data!;
  if (token) queryClient.setQueryData(tokenKey(connection.id), token);
  return recordOf(connection, response);
}

export const tokenKey = (id: string) => ['connection-token', id] as const;

/** Whether nobody has been given access by it so far: it was never switched on, or listens and gives none. */
export function isDraft({ status, pause }: Pick<Api<'ConnectionDto'>, 'status' | 'pause'>): boolean {
  return status === 'setup' || pause === 'grants';
}

/** Connectors are those of this version: they do not change while the page is open. */
export const connectorsQuery = queryOptions({
  queryKey: ['connectors'],
  queryFn: async ({ signal }) => (await api.GET('/connectors', { signal })).data!._embedded.connectors,
  staleTime: Infinity,
});

/** The one of a connection: all of them together are sixty times as much. Undefined: not known yet which. */
export const connectorQuery = (key: string | undefined) =>
  queryOptions({
    queryKey: ['connectors', key],
    queryFn:
      key === undefined
        ? skipToken
        : async ({ signal }) => (await api.GET('/connectors/{key}', { params: { path: { key } }, signal })).data!,
    staleTime: Infinity,
  });

function recordOf(connection: Api<'ConnectionDto'>, response: Response): ReadConnection {
  const { name, enabled, settings, access, safety, schedule } = connection;
  return {
    connection,
    values: { name, enabled, settings, access, safety, schedule },
    etag: response.headers.get('etag') ?? undefined,
  };
}
