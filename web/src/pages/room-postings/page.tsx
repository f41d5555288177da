import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import { FactsTable } from '../../parts/record/facts-table';
import { RecordList } from '../../parts/record/record-list';
import { type Named, resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { useMoney, usePaymentWords } from '../payments/payment-words';
import { Settlement } from './settlement';

type Posting = Named<Api<'RoomPostingDto'>>;

const route = getRouteApi('/shell/room-postings');
const lookMilliseconds = 10_000;
const postings = resourceOf<Api<'RoomPostingDto'>>('room-postings', {
  refetchInterval: lookMilliseconds,
  names: { connection_id: { resource: 'connections', by: 'name' } },
});

const colours = {
  queued: 'gray',
  sent: 'gray',
  accepted: 'green',
  refused: 'red',
  unclear: 'orange',
  late: 'orange',
} as const satisfies Record<Posting['status'], string>;

export const rowsOf = postings.list;

/** What hotel systems were told to put on the bill of a room, and what they answered. */
export function RoomPostingsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const states = useStateWords();
  const money = useMoney();
  const columns: Column<Posting>[] = [
    { id: 'number', title: t`Number`, sortable: true, cell: ({ number }) => number },
    { id: 'room', title: t`Room`, sortable: true, cell: ({ room }) => room },
    { id: 'amount', title: t`Amount`, sortable: true, cell: ({ amount, currency }) => money(amount, currency) },
    { id: 'item', title: t`Item`, cell: ({ item }) => item },
    { id: 'connection_id', title: t`System`, cell: ({ connection_id: of, names }) => names?.[of] },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status }) => (
        <Badge color={colours[status]} variant="dot">
          {states[status]}
        </Badge>
      ),
    },
    { id: 'created_at', title: t`When`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  return (
    <RecordList<Posting>
      title={t`Charges to rooms`}
      columns={columns}
      filters={[
        { name: 'status', values: Object.keys(states) },
        { name: 'room' },
        { name: 'reason' },
        { name: 'settled_by' },
        { name: 'created_at' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{
        title: t`No room charges yet`,
        hint: t`Charges that the hotel system did not confirm appear here for you to settle.`,
      }}
      view={{
        resource: postings,
        area: 'payments',
        titleOf: ({ number, room }) => t`Charge ${number}, room ${room}`,
        above: (posting) => <PostingFacts posting={posting} />,
        below: ({ id, status }) => <Settlement key={id} id={id} status={status} />,
      }}
    />
  );
}

function useStateWords(): Readonly<Record<Posting['status'], string>> {
  const { t } = useLingui();
  return {
    queued: t`Not sent yet`,
    sent: t`No response yet`,
    accepted: t`On the bill`,
    refused: t`Rejected`,
    unclear: t`Unclear`,
    late: t`Accepted too late`,
  };
}

function PostingFacts({ posting }: { readonly posting: Posting }) {
  const { t } = useLingui();
  const states = useStateWords();
  const { reasons } = usePaymentWords();
  const money = useMoney();
  const { sent_at: sentAt, answered_at: answeredAt } = posting;
  return (
    <FactsTable
      facts={[
        [t`Status`, states[posting.status]],
        [t`Why`, posting.reason && (reasons[posting.reason] ?? posting.reason)],
        [t`Response of the system`, posting.code],
        [t`Amount`, money(posting.amount, posting.currency)],
        [t`Item`, posting.item],
        [t`Room`, posting.room],
        [t`Requested`, <Time key="asked" at={posting.created_at} />],
        [t`Sent`, sentAt && <Time key="sent" at={sentAt} />],
        [t`Answered`, answeredAt && <Time key="answered" at={answeredAt} />],
        [t`Resolved by`, posting.settled_by],
      ]}
    />
  );
}
