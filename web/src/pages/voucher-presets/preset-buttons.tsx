import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api/types';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { makeByPreset, offeredPresets } from './preset-records';

interface Props {
  /** What becomes of the batch that was made. */
  readonly onMade: (vouchers: readonly Api<'VoucherDto'>[]) => void;
}

/** What a batch usually is, each made at a touch. */
export function PresetButtons({ onMade }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWrite = useMay('vouchers:write');
  const { data: presets = [] } = useQuery(offeredPresets);
  const making = useMutation({
    mutationFn: (id: string) => makeByPreset(id),
    onSuccess: async (vouchers) => {
      await queryClient.invalidateQueries({ queryKey: ['voucher-batches'] });
      onMade(vouchers);
    },
  });
  if (!mayWrite || presets.length === 0) return null;
  return (
    <>
      <Group gap="xs" mb="sm" role="group" aria-label={t`Presets`}>
        {presets.map(({ id, name, count }) => (
          <Button
            key={id}
            size="xs"
            variant="light"
            disabled={making.isPending}
            loading={making.isPending && making.variables === id}
            onClick={() => making.mutate(id)}
          >
            {`${name} · ${count}`}
          </Button>
        ))}
      </Group>
      {making.error && <ProblemNotice problem={making.error} />}
    </>
  );
}
