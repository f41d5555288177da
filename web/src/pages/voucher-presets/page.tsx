import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { ProblemNotice } from '../../parts/page-state';
import { RecordList } from '../../parts/record/record-list';
import { useDurationWords } from '../vouchers/voucher-words';
import { group, makeByPreset, type VoucherPreset, voucherPresets } from './preset-records';

const route = getRouteApi('/shell/voucher-presets');
const daySeconds = 86_400;

export const rowsOf = voucherPresets.list;

/** What batches of vouchers usually are, for the desk and for whoever makes them here. */
export function VoucherPresetsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const fields = usePresetFields();
  const duration = useDurationWords();
  const columns: Column<VoucherPreset>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => names?.[table_id] },
    { id: 'count', title: t`Vouchers`, sortable: true, cell: ({ count }) => count },
    { id: 'duration', title: t`Duration`, sortable: true, cell: (row) => duration(row.duration) },
    { id: 'max_devices', title: t`Simultaneous devices`, cell: ({ max_devices }) => max_devices },
  ];
  return (
    <RecordList<VoucherPreset>
      title={t`Voucher presets`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'table_id' }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a preset`}
      empty={{
        title: t`No presets yet`,
        hint: t`Presets let the desk create and print a batch with one click.`,
      }}
      view={{
        resource: voucherPresets,
        area: 'vouchers',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`New preset`, values: { count: 1, duration: daySeconds, code_length: 8 }, fields },
        above: (preset) => <Make key={preset.id} preset={preset} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Vouchers already created are kept.`,
        },
      }}
    />
  );
}

function Make({ preset: { id, count } }: { readonly preset: VoucherPreset }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const making = useMutation({
    mutationFn: () => makeByPreset(id),
    onSuccess: ([first]) => first && navigate({ to: '/voucher-batches', search: { id: first.batch } }),
  });
  if (!useMay('vouchers:write')) return null;
  return (
    <>
      <Button
        variant="light"
        style={{ alignSelf: 'flex-start' }}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        {t`Create vouchers: ${count}`}
      </Button>
      {making.error && <ProblemNotice problem={making.error} />}
    </>
  );
}

function usePresetFields(): FormField[] {
  const { t } = useLingui();
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'table_id', label: t`Group`, kind: 'record', required: true, lookup: group },
    { name: 'count', label: t`Count`, kind: 'number', required: true },
    {
      name: 'duration',
      label: t`Duration from first use (hours)`,
      kind: 'number',
      scale: 3_600,
      description: t`Empty: unlimited.`,
    },
    {
      name: 'days_to_first_use',
      label: t`First use within (days)`,
      kind: 'number',
      description: t`Empty: at any time.`,
    },
    { name: 'max_devices', label: t`Simultaneous devices`, kind: 'number' },
    {
      name: 'comment',
      label: t`Note`,
      kind: 'text',
      description: t`Never shown to guests. Empty: the name of the preset.`,
    },
    { name: 'prefix', label: t`Code prefix`, kind: 'text', example: 'SPA-' },
    { name: 'code_length', label: t`Length of the rest`, kind: 'number', required: true },
  ];
}
