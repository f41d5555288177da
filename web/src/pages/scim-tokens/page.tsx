import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Code, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { SecretOnce } from '../../parts/record/secret-once';
import { Ago } from '../../parts/time';
import { colours, useConnectionWords } from '../connections/status';

type Connection = Api<'ConnectionDto'>;

const route = getRouteApi('/shell/scim-tokens');
const address = `${window.location.origin}/scim/v2`;

/** The connections that a directory writes to. */
const served = (search: ListSearch): ListRequest<Connection> => ({
  queryKey: ['connections', 'scim', search],
  queryFn: async ({ signal }) => {
    const asked = listQuery(search);
    const filter = JSON.stringify({ ...(asked.filter ? JSON.parse(asked.filter) : {}), connector: { eq: 'scim' } });
    const { data } = await api.GET('/connections', { params: { query: { ...asked, filter } }, signal });
    return pageOf<Connection>(data!);
  },
});

export const rowsOf = served;

/** Which directories write their people here, each by a token of its own, and whether they do. */
export function ScimTokensPage() {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const words = useConnectionWords();
  const mayWrite = useMay('connections:write');
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>();
  const rotate = async ({ id, name }: Connection) => {
    const { data } = await api.POST('/connections/{id}/rotate-token', { params: { path: { id } } });
    setMade({ name, token: data!.token });
  };
  const columns: Column<Connection>[] = [
    {
      id: 'name',
      title: t`Directory`,
      sortable: true,
      cell: ({ id, name }) => (
        <Anchor fw={500} renderRoot={(props) => <Link to="/connections/$id" params={{ id }} {...props} />}>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'status',
      title: t`Status`,
      cell: ({ status }) => (
        <Badge color={colours[status]} variant="dot">
          {words[status]}
        </Badge>
      ),
    },
    { id: 'heard', title: t`Last activity`, cell: ({ link }) => <Ago at={link?.last_heard_at} /> },
    {
      id: 'token',
      title: t`Token`,
      cell: (connection) =>
        mayWrite && (
          <ConfirmButton
            label={t`New token`}
            question={t`New token for ${connection.name}?`}
            consequence={t`The previous token works until you create another. Enter the new one in the system.`}
            run={() => rotate(connection)}
            button={{ size: 'compact-sm' }}
          />
        ),
    },
  ];
  return (
    <>
      <Title order={1} mb="md">
        <Trans>SCIM tokens</Trans>
      </Title>
      <Text mb="md">
        <Trans>
          Your directory sends its users to <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code> with the token
          of its connection. A token is shown only once.
        </Trans>
      </Text>
      {made && <SecretOnce name={made.name} secret={made.token} />}
      <DataTable
        label={t`SCIM tokens`}
        columns={columns}
        fields={[{ name: 'name' }]}
        query={served(search)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No directory connected yet`}>
            <Text c="dimmed">
              <Trans>Connect a system of type SCIM 2.0.</Trans>
            </Text>
          </Empty>
        }
      />
    </>
  );
}
