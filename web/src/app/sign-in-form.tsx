import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';
import { ProblemNotice } from '../parts/page-state';
import { forgetEarlyKeys } from './early-keys';
import { FrontPage } from './front-page';
import { sessionQuery, signIn, signInByPasskey, type SignInProof } from './session';

/** The whole page of somebody who is not signed in. */
export function SignInForm({ onEntered }: { readonly onEntered?: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { email: '', password: '', totp: '' } });
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await queryClient.fetchQuery(sessionQuery);
    onEntered?.();
  };
  const entering = useMutation({
    mutationFn: async (proof: SignInProof) => {
      const { activeElement: left } = document;
      // What is typed from now on is meant for the page that comes.
      if (left instanceof HTMLElement) left.blur();
      try {
        await signIn(proof);
      } catch (problem) {
        forgetEarlyKeys();
        if (left instanceof HTMLElement) left.focus();
        throw problem;
      }
    },
    onSuccess,
  });
  const byPasskey = useMutation({ mutationFn: signInByPasskey, onSuccess });
  const problem = entering.error instanceof ApiProblem ? entering.error : undefined;
  const wantsCode = problem?.document.totp_required === true || form.values.totp !== '';
  return (
    <FrontPage
      title={t`Sign in to Usher`}
      onSubmit={form.onSubmit(({ email, password, totp }) =>
        entering.mutate({ email, password, ...(totp === '' ? {} : { totp }) }),
      )}
    >
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
      <PasswordInput label={t`Password`} autoComplete="current-password" required {...form.getInputProps('password')} />
      {wantsCode && (
        <TextInput
          label={t`Code from your authenticator app`}
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
      {'credentials' in navigator && (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          <Trans>Sign in with a passkey</Trans>
        </Button>
      )}
      {byPasskey.error && <ProblemNotice problem={byPasskey.error} />}
      <Anchor href="/console/forgotten">
        <Trans>Forgotten password?</Trans>
      </Anchor>
    </FrontPage>
  );
}
