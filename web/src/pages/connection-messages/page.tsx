import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Text, Title } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/data-table';
import type { ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { ConnectionAbove } from '../connection/connection-above';
import { connectionQuery } from '../connection/connection-record';
import { MessageDrawer } from './message-drawer';
import { type Message, messageColours, messageList, useMessageWords } from './message-records';

const route = getRouteApi('/shell/connections/$id/messages');

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  queryClient.prefetchQuery(connectionQuery(id));

export const rowsOf = (search: ListSearch, { id }: { readonly id: string }) => messageList(id, search);

/** What the outside system said, as it came in, latest first, and what became of each message. */
export function ConnectionMessagesPage() {
  const { t } = useLingui();
  const { id: connectionId } = route.useParams();
  const { id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const words = useMessageWords();
  const columns: Column<Message>[] = [
    {
      id: 'received_at',
      title: t`When`,
      sortable: true,
      cell: (row) => (
        <Anchor
          component="button"
          ta="start"
          aria-haspopup="dialog"
          onClick={() => void navigate({ search: { ...search, id: row.id } })}
        >
          <Time at={row.received_at} />
        </Anchor>
      ),
    },
    {
      id: 'kind',
      title: t`Received`,
      sortable: true,
      cell: ({ kind }) => (kind === 'frame' ? t`link` : t`webhook`),
    },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status }) => (
        <Badge variant="dot" color={messageColours[status]}>
          {words[status]}
        </Badge>
      ),
    },
    { id: 'error', title: t`Why`, cell: ({ error }) => detailOf(error) },
    { id: 'byte_length', title: t`Bytes`, cell: ({ byte_length }) => byte_length },
  ];
  return (
    <>
      <ConnectionAbove id={connectionId} />
      <Title order={1} mb="md">
        <Trans>Incoming messages</Trans>
      </Title>
      <DataTable
        label={t`Incoming messages`}
        columns={columns}
        fields={[
          { name: 'status', values: Object.keys(words) },
          { name: 'kind', values: ['hook', 'frame'] },
          { name: 'received_at' },
        ]}
        query={messageList(connectionId, search)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No messages yet`}>
            <Text c="dimmed">
              <Trans>Messages that the system sends appear here unchanged. Data that is polled does not.</Trans>
            </Text>
          </Empty>
        }
      />
      {id !== undefined && <MessageDrawer id={id} onClose={() => void navigate({ search })} />}
    </>
  );
}

export function detailOf(error: Message['error']): string | null {
  return typeof error?.detail === 'string' ? error.detail : null;
}
