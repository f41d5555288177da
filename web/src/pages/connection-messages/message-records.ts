import { useLingui } from '@lingui/react/macro';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type Message = Api<'ReceivedEventDto'>;
export type MessageDetail = Api<'ReceivedEventDetailDto'>;

/** No change of the inbox is told: it is looked at now and then. */
const refetchInterval = 5_000;

export const messageList = (connectionId: string, search: ListSearch): ListRequest<Message> => ({
  queryKey: ['events', connectionId, search],
  refetchInterval,
  queryFn: async ({ signal }) => {
    const params = { path: { id: connectionId }, query: listQuery(search) };
    const { data } = await api.GET('/connections/{id}/events', { params, signal });
    return pageOf<Message>(data!);
  },
});

export const messageQuery = (id: string) => ({
  queryKey: ['events', 'record', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<MessageDetail> => {
    const { data } = await api.GET('/events/{id}', { params: { path: { id } }, signal });
    return data!;
  },
});

/** What was written to a console because of the message. */
export const ledToQuery = (id: string) => ({
  queryKey: ['operations', 'of event', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { filter: JSON.stringify({ cause: `event:${id}` }), page_size: 25 };
    const { data } = await api.GET('/operations', { params: { query }, signal });
    return pageOf<Api<'OperationDto'>>(data!);
  },
});

export async function replay(id: string): Promise<void> {
  await api.POST('/events/{id}/replay', { params: { path: { id } } });
}

export const messageColours = {
  received: 'yellow',
  absorbed: 'green',
  superseded: 'gray',
  ignored: 'gray',
  dead: 'red',
} as const;

export function useMessageWords(): Readonly<Record<Message['status'], string>> {
  const { t } = useLingui();
  return {
    received: t`waiting`,
    absorbed: t`processed`,
    superseded: t`outdated`,
    ignored: t`nothing to do`,
    dead: t`unreadable`,
  };
}

/** JSON is easier to read line by line; anything else stays as it came. */
export function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    // A frame or XML.
    return payload;
  }
}
