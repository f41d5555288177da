import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useActFor } from '../../app/act-for';
import { useSession } from '../../app/session';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { wholeEntries } from '../../parts/record/group-policy';
import { resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { useOrganizationFields } from './organization-fields';

type Organization = Api<'OrganizationDto'>;

const route = getRouteApi('/shell/organizations');
const organizations = resourceOf<Organization>('organizations', {
  names: { parent_id: { resource: 'organizations', by: 'name' } },
});

export const rowsOf = organizations.list;

/** The own organization and those beneath it: what holds for each, and how long what is kept there. */
export function OrganizationsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const fields = useOrganizationFields();
  const columns: Column<Organization & { readonly names?: Readonly<Record<string, string>> }>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'parent_id', title: t`Parent`, cell: ({ parent_id, names }) => names?.[parent_id ?? ''] },
    { id: 'region', title: t`Region`, sortable: true, cell: ({ region }) => region },
    { id: 'time_zone', title: t`Time zone`, sortable: true, cell: ({ time_zone }) => time_zone },
    {
      id: 'runs_need_two',
      title: t`Plans`,
      cell: ({ runs_need_two }) =>
        runs_need_two ? <Trans>approved by two operators</Trans> : <Trans>approved by one operator</Trans>,
    },
    {
      id: 'disabled',
      title: t`Status`,
      sortable: true,
      cell: ({ disabled }) => (
        <Badge variant="dot" color={disabled ? 'red' : 'green'}>
          {disabled ? <Trans>Suspended</Trans> : <Trans>OK</Trans>}
        </Badge>
      ),
    },
    { id: 'created_at', title: t`Since`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  return (
    <RecordList<Organization>
      title={t`Organizations`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'region' }, { name: 'time_zone' }, { name: 'disabled', values: ['0', '1'] }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add an organization`}
      empty={{
        title: t`No organizations`,
        hint: t`Partners add one for each customer, customers one for each site.`,
      }}
      view={{
        resource: organizations,
        area: 'organizations',
        titleOf: ({ name }) => name,
        fields,
        bodyOf: (changes, before) => wholeEntries('retention', changes, before),
        unmade: {
          title: t`New organization`,
          values: { time_zone: 'UTC', disabled: 0, runs_need_two: 0, single_sign_on_required: 0, retention: {} },
        },
        above: (organization) => <Place organization={organization} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Only empty organizations can be deleted. What is left in it is listed.`,
          word: ({ name }) => name,
        },
      }}
    />
  );
}

function Place({ organization: { id, name } }: { readonly organization: Organization }) {
  const actFor = useActFor();
  const { org } = route.useSearch();
  const own = useSession()?.organization.id;
  if (id === (org ?? own))
    return (
      <Text c="dimmed">
        <Trans>You are viewing its pages.</Trans>
      </Text>
    );
  return (
    <Group>
      <Button variant="default" onClick={() => actFor(id)}>
        <Trans>Switch to {name}</Trans>
      </Button>
    </Group>
  );
}
