import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { type AuditEntry, useAuditResourceWords, useAuditWords } from './audit-words';
import { ChainBadge } from './chain-badge';
import { EntryFacts } from './entry-facts';

const route = getRouteApi('/shell/audit');
const entries = resourceOf<AuditEntry>('audit');

export const rowsOf = entries.list;

/** Who did what, latest first, and whether the chain over it holds. */
export function AuditPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const { actions, actors } = useAuditWords();
  const resources = useAuditResourceWords();
  const columns: Column<AuditEntry>[] = [
    { id: 'actor_name', title: t`Who`, sortable: true, cell: ({ actor_name }) => actor_name },
    { id: 'action', title: t`Action`, sortable: true, cell: ({ action }) => actions[action] },
    { id: 'resource', title: t`Type`, sortable: true, cell: ({ resource }) => resources[resource] ?? resource },
    { id: 'label', title: t`Record`, sortable: true, cell: ({ label, resource_id }) => label ?? resource_id },
    { id: 'actor_kind', title: t`As`, sortable: true, cell: ({ actor_kind }) => actors[actor_kind] },
    { id: 'at', title: t`When`, sortable: true, cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <RecordList<AuditEntry>
      title={t`Audit`}
      columns={columns}
      filters={[
        { name: 'actor_name' },
        { name: 'action', values: Object.keys(actions), labels: actions },
        { name: 'resource', values: Object.keys(resources), labels: resources },
        { name: 'resource_id' },
        { name: 'label' },
        { name: 'actor_kind', values: Object.keys(actors), labels: actors },
        { name: 'actor_id' },
        { name: 'at' },
        { name: 'request_id' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      actions={<ChainBadge />}
      empty={{ title: t`No entries yet`, hint: t`Every change and every sign-in appears here.` }}
      view={{
        resource: entries,
        area: 'audit',
        titleOf: ({ actor_name, action, label }) => [actor_name, actions[action], label].filter(Boolean).join(' '),
        above: (entry) => <EntryFacts entry={entry} />,
      }}
    />
  );
}
