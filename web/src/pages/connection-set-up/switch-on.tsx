import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { ProblemNotice } from '../../parts/page-state';

/** From here on it is at work: the first list is read, and who is known gets access. */
export function SwitchOn({ connection: { id, enabled, last_test } }: { readonly connection: Api<'ConnectionDto'> }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const params = { path: { id } };
      if (!enabled) await api.PATCH('/connections/{id}', { params, body: { enabled: true } });
      await api.POST('/connections/{id}/resume', { params });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['connection', id] });
      await queryClient.invalidateQueries({ queryKey: ['connections'] });
      await navigate({ to: '/connections/$id', params: { id } });
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Text>
        {last_test?.ok ? (
          <Trans>From then on, who is known gets access, and who leaves loses it.</Trans>
        ) : (
          <Trans>It was not tested with success so far. It can be switched on all the same.</Trans>
        )}
      </Text>
      <Button loading={isPending} onClick={() => mutate()}>
        <Trans>Switch on</Trans>
      </Button>
      {error && <ProblemNotice problem={error} />}
    </Stack>
  );
}
