import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { OperationFacts } from './operation-facts';
import { type Operation, useOperationWords } from './operation-words';

const route = getRouteApi('/shell/operations');
const operations = resourceOf<Operation>('operations');

export const rowsOf = operations.list;

/** What was written to consoles, and what was not, latest first. */
export function OperationsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const { kinds, statuses } = useOperationWords();
  const columns: Column<Operation>[] = [
    { id: 'person', title: t`Person`, cell: ({ person, user }) => person ?? user ?? '–' },
    { id: 'user', title: t`Account`, sortable: true, cell: ({ user }) => user },
    { id: 'kind', title: t`Action`, sortable: true, cell: ({ kind }) => kinds[kind] ?? kind },
    { id: 'status', title: t`Outcome`, sortable: true, cell: ({ status }) => statuses[status] ?? status },
    { id: 'detail', title: t`Why`, cell: ({ detail }) => detail },
    { id: 'actor', title: t`By`, sortable: true, cell: ({ actor }) => actor },
    { id: 'at', title: t`When`, sortable: true, cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <RecordList<Operation>
      title={t`Operations`}
      columns={columns}
      filters={[
        { name: 'user' },
        { name: 'kind', values: Object.keys(kinds) },
        { name: 'status', values: Object.keys(statuses) },
        { name: 'actor' },
        { name: 'cause' },
        { name: 'at' },
        { name: 'connection_id' },
        { name: 'run_id' },
        { name: 'subject_id' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{
        title: t`No operations yet`,
        hint: t`Every account that a connection creates, changes or ends appears here.`,
      }}
      view={{
        resource: operations,
        area: 'operations',
        titleOf: ({ person, user, kind }) => [user ?? person, kinds[kind] ?? kind].filter(Boolean).join(': '),
        above: (operation) => <OperationFacts operation={operation} />,
      }}
    />
  );
}
