import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import type { Api } from '../../api/types';
import { ConfirmButton } from '../../parts/record/confirm-button';

type Props = Pick<Api<'RoomPostingDto'>, 'id' | 'status'>;

/** Nobody knows whether the guest was charged: a person looks it up, and says so. */
export function Settlement({ id, status }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWrite = useMay('payments:write');
  if (!mayWrite || (status !== 'unclear' && status !== 'late')) return null;
  const settle = async (outcome: Api<'PostingSettlementDto'>['outcome']) => {
    await api.POST('/room-postings/{id}/settle', { params: { path: { id } }, body: { outcome } });
    await queryClient.invalidateQueries({ queryKey: ['room-postings'] });
    await queryClient.invalidateQueries({ queryKey: ['payments'] });
  };
  return (
    <Alert color="orange" title={t`Check it in the hotel system`}>
      <Stack gap="xs">
        <Text>
          <Trans>The guest gets access as soon as you confirm that the charge is on the bill.</Trans>
        </Text>
        <Group>
          <ConfirmButton
            label={t`It is on the bill`}
            question={t`Is it on the bill?`}
            consequence={t`The charge stays on the bill, and the guest gets access from now on.`}
            run={() => settle('charged')}
          />
          <ConfirmButton
            label={t`It is not on the bill`}
            question={t`Is it not on the bill?`}
            consequence={t`Nothing was charged, or the charge was cancelled. The guest can pay again.`}
            run={() => settle('not_charged')}
          />
        </Group>
      </Stack>
    </Alert>
  );
}
