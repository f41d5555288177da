import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { ManagedNote } from '../../parts/record/managed-note';
import { RecordList } from '../../parts/record/record-list';
import { type Named, resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { firstUseTopics } from '../voucher-batches/batch-records';
import { useDurationWords, useVoucherWords, voucherColours } from './voucher-words';

type Voucher = Named<Api<'VoucherDto'>>;

const route = getRouteApi('/shell/vouchers');
const group = { resource: 'user-groups', by: 'name' } as const;
const vouchers = resourceOf<Api<'VoucherDto'>>('vouchers', { topics: firstUseTopics, names: { table_id: group } });

export const rowsOf = vouchers.list;

/** Each code by itself: found, made longer, taken back. */
export function VouchersPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const words = useVoucherWords();
  const duration = useDurationWords();
  const fields: FormField[] = [
    { name: 'table_id', label: t`Group`, kind: 'record', required: true, lookup: group },
    { name: 'duration', label: t`Duration from first use (hours)`, kind: 'number', scale: 3_600 },
    { name: 'valid_until', label: t`First use before`, kind: 'instant' },
    { name: 'max_devices', label: t`Simultaneous devices`, kind: 'number' },
    { name: 'comment', label: t`Note`, kind: 'text', description: t`Never shown to guests.` },
  ];
  const columns: Column<Voucher>[] = [
    { id: 'code', title: t`Code`, sortable: true, cell: ({ code }) => code },
    {
      id: 'status',
      title: t`Status`,
      cell: ({ status }) => (
        <Badge color={voucherColours[status]} variant="dot">
          {words[status]}
        </Badge>
      ),
    },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => names?.[table_id] },
    { id: 'duration', title: t`Duration`, sortable: true, cell: (row) => duration(row.duration) },
    { id: 'first_used_at', title: t`First used`, cell: ({ first_used_at }) => <Time at={first_used_at} /> },
    { id: 'comment', title: t`Note`, cell: ({ comment }) => comment },
  ];
  return (
    <RecordList<Voucher>
      title={t`Voucher codes`}
      columns={columns}
      filters={[
        { name: 'code' },
        { name: 'status', values: Object.keys(words) },
        { name: 'comment' },
        { name: 'batch' },
        { name: 'external_id' },
      ]}
      bulk={[{ label: t`Revoke`, op: 'delete', consequence: t`These codes stop working.` }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{ title: t`No vouchers yet`, hint: t`A voucher is a code that guests enter on the portal.` }}
      view={{
        resource: vouchers,
        area: 'vouchers',
        titleOf: ({ code }) => code,
        fields,
        above: ({ source }) => <ManagedNote source={source} />,
        removal: {
          label: t`Revoke`,
          question: ({ code }) => t`Revoke ${code}?`,
          consequence: t`The code stops working, and anybody online with it is disconnected.`,
        },
      }}
    />
  );
}
