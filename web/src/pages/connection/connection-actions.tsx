import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { SecretOnce } from '../../parts/record/secret-once';

interface Props {
  readonly connection: Api<'ConnectionDto'>;
  readonly abilities: Api<'ConnectorDto'>['abilities'];
  readonly onChanged: () => void;
}

/** Stopped and started again, read anew, another token. */
export function ConnectionActions({ connection: { id, name, pause, enabled }, abilities, onChanged }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const path = { id };
  const changed = async () => {
    onChanged();
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
  };
  const pausing = useMutation({
    mutationFn: () =>
      pause
        ? api.POST('/connections/{id}/resume', { params: { path } })
        : api.POST('/connections/{id}/pause', { params: { path }, body: {} }),
    onSuccess: changed,
  });
  const syncing = useMutation({
    mutationFn: async () => {
      const { data } = await api.POST('/connections/{id}/sync', { params: { path }, body: { mode: 'full' } });
      return data!.id;
    },
    onSuccess: (run) => navigate({ to: '/runs/$id', params: { id: run } }),
  });
  const rotating = useMutation({
    mutationFn: async () => (await api.POST('/connections/{id}/rotate-token', { params: { path } })).data!.token,
  });
  // Those that only post cannot be asked for everything.
  const canRead = enabled && (abilities.includes('snapshots') || abilities.includes('listens'));
  const problem = pausing.error ?? syncing.error ?? rotating.error;
  return (
    <Stack gap="xs">
      <Group>
        {canRead && (
          <Button variant="default" loading={syncing.isPending} onClick={() => syncing.mutate()}>
            <Trans>Run full sync</Trans>
          </Button>
        )}
        <Button variant="default" loading={pausing.isPending} onClick={() => pausing.mutate()}>
          {pause ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
        </Button>
        {abilities.includes('serves') && (
          <ConfirmButton
            label={t`New token`}
            question={t`New token for ${name}?`}
            consequence={t`The previous token works until you create another. Enter the new one in the system.`}
            word={name}
            run={() => rotating.mutateAsync()}
          />
        )}
      </Group>
      {pause && (
        <Text>
          <Trans>It is paused: access stays as it is and incoming changes are queued.</Trans>
        </Text>
      )}
      {problem && <ProblemNotice problem={problem} />}
      {rotating.data && <SecretOnce name={name} secret={rotating.data} />}
    </Stack>
  );
}
