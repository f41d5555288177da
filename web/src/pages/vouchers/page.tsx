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
    { name: 'duration', label: t`Hours from first use`, kind: 'number', scale: 3_600 },
    { name: 'valid_until', label: t`To be used first before`, kind: 'instant' },
    { name: 'max_devices', label: t`Devices at the same time`, kind: 'number' },
    { name: 'comment', label: t`What for`, kind: 'text', description: t`Guests never see it.` },
  ];
  const columns: Column<Voucher>[] = [
    { id: 'code', title: t`Code`, sortable: true, cell: ({ code }) => code },
    {
      id: 'status',
      title: t`State`,
      cell: ({ status }) => (
        <Badge color={voucherColours[status]} variant="dot">
          {words[status]}
        </Badge>
      ),
    },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => names?.[table_id] },
    { id: 'duration', title: t`Lasts`, sortable: true, cell: (row) => duration(row.duration) },
    { id: 'first_used_at', title: t`First used`, cell: ({ first_used_at }) => <Time at={first_used_at} /> },
    { id: 'comment', title: t`What for`, cell: ({ comment }) => comment },
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
      bulk={[{ label: t`Revoke`, op: 'delete', consequence: t`These codes let nobody in any more.` }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{ title: t`There are no vouchers yet`, hint: t`A voucher is a code that lets a guest in, by the page.` }}
      view={{
        resource: vouchers,
        area: 'vouchers',
        titleOf: ({ code }) => code,
        fields,
        above: ({ source }) => <ManagedNote source={source} />,
        removal: {
          label: t`Revoke`,
          question: ({ code }) => t`Revoke ${code}?`,
          consequence: t`The code never works again, and whoever is online with it is put off.`,
        },
      }}
    />
  );
}
