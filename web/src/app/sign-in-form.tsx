import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Center, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';
import { sessionQuery, signIn } from './session';

/** The whole page of somebody who is not signed in. */
export function SignInForm({ onEntered }: { readonly onEntered?: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { email: '', password: '', totp: '' } });
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queryClient.fetchQuery(sessionQuery);
      onEntered?.();
    },
  });
  const problem = entering.error instanceof ApiProblem ? entering.error : undefined;
  const wantsCode = problem?.document.totp_required === true || form.values.totp !== '';
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <form
          onSubmit={form.onSubmit(({ email, password, totp }) =>
            entering.mutate({ email, password, ...(totp === '' ? {} : { totp }) }),
          )}
        >
          <Stack>
            <Title order={1} size="h2">
              <Trans>Sign in to Usher</Trans>
            </Title>
            {problem && !problem.document.totp_required && (
              <Alert color="red" role="alert" title={t`You are not signed in`}>
                {problem.status === 0 ? <Trans>The service cannot be reached.</Trans> : problem.message}
              </Alert>
            )}
            <TextInput
              label={t`E-mail address`}
              type="email"
              autoComplete="username"
              required
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t`Password`}
              autoComplete="current-password"
              required
              {...form.getInputProps('password')}
            />
            {wantsCode && (
              <TextInput
                label={t`Code of your authenticator app`}
                description={t`Or one of your recovery codes`}
                autoComplete="one-time-code"
                inputMode="numeric"
                required
                data-autofocus
                {...form.getInputProps('totp')}
              />
            )}
            <Button type="submit" loading={entering.isPending}>
              <Trans>Sign in</Trans>
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
