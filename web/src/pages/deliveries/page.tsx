import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { RecordList } from '../../parts/record/record-list';
import { Time } from '../../parts/time';
import { deliveries, type CredentialDelivery, deliveryColours, useDeliveryWords } from './delivery-records';
import { DeliveryFacts } from './delivery-facts';

const route = getRouteApi('/shell/deliveries');

export const rowsOf = deliveries.list;

/** Passwords and vouchers on their way to people, latest first: what arrived, and what did not. */
export function DeliveriesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const { statuses, ways, kinds } = useDeliveryWords();
  return (
    <RecordList<CredentialDelivery>
      title={t`Sent messages`}
      columns={[
        { id: 'address', title: t`To`, cell: ({ address, via }) => address ?? ways[via] },
        { id: 'via', title: t`By`, sortable: true, cell: ({ via }) => ways[via] },
        { id: 'kind', title: t`What`, cell: ({ kind }) => (kind ? kinds[kind as 'user'] : null) },
        {
          id: 'status',
          title: t`Status`,
          sortable: true,
          cell: ({ status }) => (
            <Badge variant="dot" color={deliveryColours[status]}>
              {statuses[status]}
            </Badge>
          ),
        },
        { id: 'error', title: t`Why`, cell: ({ error }) => error },
        { id: 'created_at', title: t`When`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      filters={[
        { name: 'status', values: Object.keys(statuses) },
        { name: 'via', values: Object.keys(ways) },
        { name: 'connection_id' },
        { name: 'subject_id' },
        { name: 'created_at' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{
        title: t`No messages yet`,
        hint: t`Connections send credentials by e-mail or SMS when their access rules say so.`,
      }}
      view={{
        resource: deliveries,
        area: 'deliveries',
        titleOf: ({ address, via }) => address ?? ways[via],
        above: (delivery) => <DeliveryFacts delivery={delivery} />,
      }}
    />
  );
}
