import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { onSessionEnded } from '../api/client';
import { ApiProblem } from '../api/problem';
import { sessionQuery, signIn, useSession } from './session';

/** The session ended while a page was open: the page stays as it is, with what was typed, and this lies over it. */
export function SignInAgain() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const [isEnded, setIsEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setIsEnded(true)), []);
  const form = useForm({ initialValues: { password: '', totp: '' } });
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      setIsEnded(false);
      form.reset();
      // Whatever was refused meanwhile is asked again.
      await queryClient.invalidateQueries();
    },
  });
  const leave = async () => {
    setIsEnded(false);
    queryClient.setQueryData(sessionQuery.queryKey, null);
    await navigate({ to: '/sign-in', search: { to: window.location.pathname + window.location.search } });
  };
  // A session that is asked for and not there any more is nobody's: whose it was is remembered.
  const email = useRef('');
  if (session) email.current = session.operator.email;
  const problem = entering.error instanceof ApiProblem ? entering.error : undefined;
  const wantsCode = problem?.document.totp_required === true || form.values.totp !== '';
  return (
    <Modal
      opened={isEnded && email.current !== ''}
      onClose={() => void leave()}
      title={t`Your session has ended`}
      centered
    >
      <form
        onSubmit={form.onSubmit(({ password, totp }) =>
          entering.mutate({ email: email.current, password, ...(totp === '' ? {} : { totp }) }),
        )}
      >
        <Stack>
          <Text size="sm">
            <Trans>Sign in again to continue. Your page stays as it is.</Trans>
          </Text>
          {problem && !problem.document.totp_required && (
            <Alert color="red" role="alert" title={t`You are not signed in`}>
              {problem.status === 0 ? <Trans>The service cannot be reached.</Trans> : problem.message}
            </Alert>
          )}
          <TextInput label={t`E-mail address`} value={email.current} readOnly autoComplete="username" />
          <PasswordInput
            label={t`Password`}
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
          />
          {wantsCode && (
            <TextInput
              label={t`Code from your authenticator app`}
              description={t`Or one of your recovery codes`}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              {...form.getInputProps('totp')}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void leave()}>
              <Trans>Leave page</Trans>
            </Button>
            <Button type="submit" loading={entering.isPending}>
              <Trans>Sign in</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
