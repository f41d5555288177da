import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { ResourceForm } from '../../parts/form/resource-form';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { useMethodWords } from '../portal/portal-words';
import { SideDrawer } from '../../parts/side-drawer';
import type { PortalsSearch } from './search';

type Portal = Api<'CaptivePortalDto'>;

const route = getRouteApi('/shell/portals');

const portals = (search: ListSearch): ListRequest<Portal> => ({
  queryKey: ['portals', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/captive-portals', { params: { query: listQuery(search) }, signal });
    return pageOf<Portal>(data!);
  },
});

export const rowsOf = (search: PortalsSearch) => {
  const { add: _add, ...list } = search;
  return portals(list);
};

/** The pages on which guests sign in. */
export function PortalsPage() {
  const { t } = useLingui();
  const { add, ...list } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('captive-portals:write');
  const methods = useMethodWords();
  const columns: Column<Portal>[] = [
    {
      id: 'name',
      title: t`Name`,
      sortable: true,
      cell: ({ id, name }) => (
        <Anchor fw={500} renderRoot={(props) => <Link to="/portals/$id" params={{ id }} search={{}} {...props} />}>
          {name}
        </Anchor>
      ),
    },
    { id: 'slug', title: t`Address`, sortable: true, cell: ({ slug }) => `/p/${slug}` },
    {
      id: 'methods',
      title: t`Sign-in methods`,
      cell: (row) => row.methods.map((each) => methods[each].title).join(', '),
    },
    { id: 'updated_at', title: t`Changed`, sortable: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>
          <Trans>Captive portals</Trans>
        </Title>
        {mayWrite && (
          <Button aria-haspopup="dialog" onClick={() => void navigate({ search: { ...list, add: true } })}>
            <Trans>New portal</Trans>
          </Button>
        )}
      </Group>
      <DataTable
        label={t`Captive portals`}
        columns={columns}
        fields={[{ name: 'name' }, { name: 'slug' }]}
        query={portals(list)}
        search={list}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No captive portals yet`}>
            <Trans>Guests on open Wi-Fi sign in on its pages.</Trans>
          </Empty>
        }
      />
      {add && <NewPortal onClose={() => void navigate({ search: list })} />}
    </>
  );
}

function NewPortal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const unmade = { values: {}, etag: undefined };
  return (
    <SideDrawer onClose={onClose} title={t`New portal`}>
      <ResourceForm
        fields={[
          { name: 'name', label: t`Name`, kind: 'text', required: true },
          {
            name: 'slug',
            label: t`Path`,
            description: t`Empty: generated from the name.`,
            kind: 'text',
            example: 'lindenhof',
          },
        ]}
        record={unmade}
        read={() => Promise.resolve(unmade)}
        save={async ({ name, slug }) => {
          const body = { name, ...(slug ? { slug } : {}) } as Api<'CaptivePortalInputDto'>;
          const { data } = await api.POST('/captive-portals', { body });
          await queryClient.invalidateQueries({ queryKey: ['portals'] });
          // The form has to hear first that it is saved, or it would ask whether to leave what was typed.
          setTimeout(() => void navigate({ to: '/portals/$id', params: { id: data!.id }, search: {} }));
          return { values: { name, slug }, etag: undefined };
        }}
      />
    </SideDrawer>
  );
}
