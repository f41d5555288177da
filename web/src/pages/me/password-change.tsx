import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { sessionQuery, useSession } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { useProof } from './proof-fields';

export function PasswordChange() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { proof, fields, clear, isReady, refused } = useProof();
  const hasPassword = useSession()?.password === 1;
  const [wanted, setWanted] = useState('');
  const changing = useMutation({
    mutationFn: () => api.POST('/sessions/current/password', { body: { ...proof, new_password: wanted } }),
    onSuccess: () => {
      clear();
      setWanted('');
      notifications.show({ message: t`The password is changed.`, color: 'green' });
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['own-sessions'] }),
      ]);
    },
    onError: refused,
  });
  const problem = changing.error;
  const wrong = problem instanceof ApiProblem ? problem.byField.new_password : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        changing.mutate();
      }}
    >
      <Stack align="stretch" maw={400}>
        <Text size="sm">
          {hasPassword ? (
            <Trans>Changing it ends your other sessions.</Trans>
          ) : (
            <Trans>You have none. Setting one ends your other sessions.</Trans>
          )}
        </Text>
        {fields}
        {isReady && (
          <PasswordInput
            label={t`New password`}
            description={t`12 characters or more`}
            autoComplete="new-password"
            required
            value={wanted}
            error={wrong}
            onChange={({ currentTarget: { value } }) => setWanted(value)}
            visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
          />
        )}
        {problem && !wrong && <ProblemNotice problem={problem} />}
        {isReady && (
          <Button type="submit" loading={changing.isPending} style={{ alignSelf: 'flex-start' }}>
            {hasPassword ? <Trans>Change the password</Trans> : <Trans>Set a password</Trans>}
          </Button>
        )}
      </Stack>
    </form>
  );
}
