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
          <Trans>People it reports get access, and people who leave lose it.</Trans>
        ) : (
          <Trans>It has not passed a test yet. You can enable it anyway.</Trans>
        )}
      </Text>
      <Button loading={isPending} onClick={() => mutate()}>
        <Trans>Enable</Trans>
      </Button>
      {error && <ProblemNotice problem={error} />}
    </Stack>
  );
}
