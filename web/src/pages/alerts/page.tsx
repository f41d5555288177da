import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';
import { Ago, Time } from '../../parts/time';
import { Acknowledgement } from './acknowledgement';
import { AlertFacts } from './alert-facts';
import { type Alert, useAlertTitle, useAlertWords } from './alert-words';

const route = getRouteApi('/shell/alerts');
const plain = resourceOf<Alert>('alerts');
/** Those that last come first, and of them those that nobody takes care of. */
const alerts: typeof plain = {
  ...plain,
  list: (search) =>
    plain.list({ ...search, sort: search.sort ?? 'resolved_at:desc,acknowledged_at:desc,raised_at:desc' }),
};

const colours = { open: 'red', acknowledged: 'yellow', resolved: 'green' } as const;

export const rowsOf = alerts.list;

/** States that need, or needed, a person. */
export function AlertsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const words = useAlertWords();
  const titleOf = useAlertTitle();
  const states = {
    open: t`Open`,
    acknowledged: t`Acknowledged`,
    resolved: t`Resolved`,
  } satisfies Record<Alert['status'], string>;
  const columns: Column<Alert>[] = [
    { id: 'event', title: t`What`, sortable: true, cell: titleOf },
    { id: 'subject_name', title: t`Where`, sortable: true, cell: ({ subject }) => subject.name },
    { id: 'detail', title: t`Details`, cell: ({ detail }) => detail },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status }) => (
        <Badge variant="dot" color={colours[status]}>
          {states[status]}
        </Badge>
      ),
    },
    { id: 'raised_at', title: t`Since`, sortable: true, cell: ({ raised_at }) => <Time at={raised_at} /> },
    { id: 'resolved_at', title: t`Ended`, sortable: true, cell: ({ resolved_at }) => <Ago at={resolved_at} /> },
  ];
  return (
    <RecordList<Alert>
      title={t`Alerts`}
      columns={columns}
      filters={[
        { name: 'status', values: Object.keys(states) },
        { name: 'event', values: Object.keys(words).filter((event) => event !== 'digest.daily') },
        { name: 'subject_name' },
        { name: 'raised_at' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      actions={
        <Anchor renderRoot={(props) => <Link to="/contacts" search={{}} {...props} />}>
          <Trans>Recipients</Trans>
        </Anchor>
      }
      empty={{ title: t`No open alerts`, hint: t`Problems that need attention appear here.` }}
      view={{
        resource: alerts,
        area: 'alertcontacts',
        titleOf: (alert) => `${titleOf(alert)}: ${alert.subject.name}`,
        above: (alert) => <AlertFacts alert={alert} />,
        below: (alert) => <Acknowledgement key={alert.id} alert={alert} />,
      }}
    />
  );
}
