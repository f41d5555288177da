import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, Text, Title } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { type Column, DataTable } from '../../parts/data-table';
import type { ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { FileUpload } from '../../parts/record/file-upload';
import { ConnectionAbove } from '../connection/connection-above';
import { connectionQuery } from '../connection/connection-record';
import { FileDrawer } from './file-drawer';
import { type DeliveredFile, fileColours, fileList, useFileWords } from './file-records';

const route = getRouteApi('/shell/connections/$id/files');

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  queryClient.prefetchQuery(connectionQuery(id));

export const rowsOf = (search: ListSearch, { id }: { readonly id: string }) => fileList(id, search);

/** Files that were handed to a connection, latest first: what was taken, what waits for somebody, what was refused. */
export function ConnectionFilesPage() {
  const { t } = useLingui();
  const { id: connectionId } = route.useParams();
  const { id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('files:write');
  const { statuses, origins } = useFileWords();
  const columns: Column<DeliveredFile>[] = [
    {
      id: 'name',
      title: t`File`,
      sortable: true,
      cell: (row) => (
        <Anchor
          component="button"
          ta="start"
          aria-haspopup="dialog"
          onClick={() => void navigate({ search: { ...search, id: row.id } })}
        >
          {row.name}
        </Anchor>
      ),
    },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status }) => (
        <Badge variant="dot" color={fileColours[status]}>
          {statuses[status]}
        </Badge>
      ),
    },
    { id: 'rows', title: t`Rows`, cell: ({ rows }) => rows },
    { id: 'findings', title: t`Why`, cell: ({ findings }) => findings[0]?.detail },
    { id: 'origin', title: t`Source`, cell: ({ origin }) => origins[origin] },
    { id: 'received_at', title: t`When`, sortable: true, cell: ({ received_at }) => <Time at={received_at} /> },
  ];
  return (
    <>
      <ConnectionAbove id={connectionId} />
      <Group justify="space-between" mb="md">
        <Title order={1}>
          <Trans>Files</Trans>
        </Title>
        {mayWrite && <FileUpload id={connectionId} />}
      </Group>
      <DataTable
        label={t`Files`}
        columns={columns}
        fields={[{ name: 'status', values: Object.keys(statuses) }, { name: 'name' }, { name: 'received_at' }]}
        query={fileList(connectionId, search)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No files yet`}>
            <Text c="dimmed">
              <Trans>Uploaded files and files from the folder or SFTP appear here.</Trans>
            </Text>
          </Empty>
        }
      />
      {id !== undefined && <FileDrawer id={id} onClose={() => void navigate({ search })} />}
    </>
  );
}
