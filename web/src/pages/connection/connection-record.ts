import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import type { ReadRecord } from '../../parts/form/resource-form';
import type { Values } from '../../parts/form/form-field';

export interface ReadConnection extends ReadRecord {
  readonly connection: Api<'ConnectionDto'>;
}

export const connectionQuery = (id: string) =>
  queryOptions({ queryKey: ['connection', id], queryFn: ({ signal }) => readConnection(id, signal) });

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

/** Connectors are those of this version: they do not change while the page is open. */
export const connectorsQuery = queryOptions({
  queryKey: ['connectors'],
  queryFn: async ({ signal }) => (await api.GET('/connectors', { signal })).data!._embedded.connectors,
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
