import { useLingui } from '@lingui/react/macro';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type DeliveredFile = Api<'FileDto'>;

export const fileList = (connectionId: string, search: ListSearch): ListRequest<DeliveredFile> => ({
  queryKey: ['files', connectionId, search],
  queryFn: async ({ signal }) => {
    const params = { path: { id: connectionId }, query: listQuery(search) };
    const { data } = await api.GET('/connections/{id}/files', { params, signal });
    return pageOf<DeliveredFile>(data!);
  },
});

export const fileQuery = (id: string) => ({
  queryKey: ['files', 'record', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<DeliveredFile> => {
    const { data } = await api.GET('/files/{id}', { params: { path: { id } }, signal });
    return data!;
  },
});

/** Exactly the file that was looked at, by its digest. */
export async function acceptFile({ id, digest }: DeliveredFile): Promise<void> {
  await api.POST('/files/{id}/accept', { params: { path: { id } }, body: { digest } });
}

export const fileColours = {
  received: 'yellow',
  accepted: 'green',
  held: 'orange',
  rejected: 'red',
  repeated: 'gray',
} as const;

export function useFileWords() {
  const { t } = useLingui();
  const statuses = {
    received: t`processing`,
    accepted: t`accepted`,
    held: t`held`,
    rejected: t`rejected`,
    repeated: t`already known`,
  };
  const origins = { upload: t`uploaded`, folder: t`folder`, sftp: t`SFTP` };
  const scopes = { full: t`everybody`, changes: t`what changed` };
  return { statuses, origins, scopes };
}
