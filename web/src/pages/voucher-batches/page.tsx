import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { Time } from '../../parts/time';
import { PresetButtons } from '../voucher-presets/preset-buttons';
import { useDurationWords } from '../vouchers/voucher-words';
import { BatchAbove } from './batch-above';
import { type VoucherBatch, voucherBatches } from './batch-records';

const route = getRouteApi('/shell/voucher-batches');
const counts = ['1', '5', '10', '24', '50', '100', '500', '1000'];

export const rowsOf = voucherBatches.list;

/** Vouchers as they were made: how many of each batch are left, on paper, more like them. */
export function VoucherBatchesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const duration = useDurationWords();
  const [like, setLike] = useState<VoucherBatch>();
  const fields = useVoucherFields();
  const titleOf = ({ comment, count }: VoucherBatch) => comment ?? t`Vouchers: ${count}`;
  const columns: Column<VoucherBatch>[] = [
    { id: 'comment', title: t`Note`, sortable: true, cell: titleOf },
    { id: 'created_at', title: t`Created`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => names?.[table_id] },
    { id: 'duration', title: t`Duration`, sortable: true, cell: (row) => duration(row.duration) },
    { id: 'count', title: t`Vouchers`, cell: ({ count }) => count },
    { id: 'unused', title: t`Unused`, cell: ({ unused }) => unused },
    { id: 'active', title: t`In use`, cell: ({ active }) => active },
  ];
  return (
    <RecordList<VoucherBatch>
      title={t`Vouchers`}
      columns={columns}
      filters={[{ name: 'comment' }, { name: 'table_id' }, { name: 'external_id' }, { name: 'created_at' }]}
      search={search}
      onSearch={(next) => {
        if (next.id === 'new' && search.id === undefined) setLike(undefined);
        void navigate({ search: next });
      }}
      add={t`Create vouchers`}
      empty={{ title: t`No vouchers yet`, hint: t`A voucher is a code that guests enter on the portal.` }}
      view={{
        resource: voucherBatches,
        area: 'vouchers',
        titleOf,
        unmade: {
          title: t`New vouchers`,
          fields,
          values: {
            count: like && counts.includes(String(like.count)) ? String(like.count) : '1',
            table_id: like?.table_id,
            duration: like ? like.duration : 86_400,
            max_devices: like?.max_devices ?? null,
            comment: like?.comment ?? null,
          },
        },
        above: (batch) => (
          <BatchAbove
            batch={batch}
            onLike={(wanted) => {
              setLike(wanted);
              void navigate({ search: { ...search, id: 'new' } });
            }}
          />
        ),
        removal: {
          label: t`Revoke`,
          question: (batch) => t`Revoke unused vouchers of ${titleOf(batch)}?`,
          consequence: t`These codes stop working, and anybody online with one is disconnected.`,
        },
      }}
    >
      <PresetButtons onMade={([first]) => first && void navigate({ search: { ...search, id: first.batch } })} />
    </RecordList>
  );
}

function useVoucherFields(): FormField[] {
  const { t } = useLingui();
  return [
    {
      name: 'count',
      label: t`Count`,
      kind: 'choice',
      required: true,
      values: counts,
      labels: { 24: t`24, one sheet` },
    },
    {
      name: 'table_id',
      label: t`Group`,
      kind: 'record',
      required: true,
      lookup: { resource: 'user-groups', by: 'name' },
    },
    {
      name: 'duration',
      label: t`Duration from first use (hours)`,
      kind: 'number',
      scale: 3_600,
      description: t`Empty: unlimited.`,
    },
    { name: 'valid_until', label: t`First use before`, kind: 'instant' },
    { name: 'max_devices', label: t`Simultaneous devices`, kind: 'number' },
    { name: 'comment', label: t`Note`, kind: 'text', description: t`Never shown to guests.` },
    { name: 'prefix', label: t`Code prefix`, kind: 'text', example: 'SPA-' },
    { name: 'code_length', label: t`Length of the rest`, kind: 'number', example: '8' },
  ];
}
