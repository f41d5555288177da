import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type PropsWithChildren, useEffect, useState } from 'react';
import { api } from '../api/client';
import { ApiProblem } from '../api/problem';
import { ProblemNotice } from '../parts/page-state';
import { FrontPage } from './front-page';
import { sessionQuery, signIn } from './session';
import { useOfferedProviders } from './sign-in/offered-providers';
import { ProviderLinks } from './sign-in/provider-links';

/** What a link ends in stays in the browser: it is taken out of the address as soon as it is read. */
function useLinkToken(): readonly [string, (token: string) => void] {
  const [token, setToken] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return [token, setToken];
}

/** Signs in with what was just chosen; where a code is asked for besides, the page for that has it. */
function useEntering() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (email: string, password: string) => {
    try {
      await signIn({ email, password });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      router.history.push('/console/');
    } catch {
      router.history.push('/console/sign-in');
    }
  };
}

type Fields = 'token' | 'email' | 'name' | 'password';

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly asks: readonly Fields[];
  readonly button: string;
  /** The organization has its operators sign in by a provider: owners alone choose a password. */
  readonly isByProvider?: boolean;
  /** Answers the address by which the operator signs in. */
  readonly choose: (values: Readonly<Record<Fields, string>>) => Promise<{ readonly email: string }>;
}

function ChoicePage({ title, hint, asks, button, isByProvider = false, choose, children }: PropsWithChildren<Props>) {
  const { t } = useLingui();
  const [token] = useLinkToken();
  const [isOwner, setIsOwner] = useState(false);
  const enter = useEntering();
  const form = useForm({ initialValues: { token, email: '', name: '', password: '' } });
  const choosing = useMutation({
    mutationFn: async (values: Record<Fields, string>) => {
      const { email } = await choose({ ...values, token: values.token.trim() });
      await enter(email, values.password);
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem) form.setErrors(problem.byField);
    },
  });
  const problem = choosing.error;
  const isBesideField = problem instanceof ApiProblem && asks.some((name) => problem.byField[name]);
  const wants = (name: Fields) => asks.includes(name) && (name !== 'token' || token === '');
  if (isByProvider && !isOwner)
    return (
      <FrontPage title={title}>
        <Text>
          <Trans>Sign in with your work account. You need no password here.</Trans>
        </Text>
        {children}
        <Anchor component="button" type="button" onClick={() => setIsOwner(true)}>
          <Trans>Owners choose a password for emergencies</Trans>
        </Anchor>
      </FrontPage>
    );
  return (
    <FrontPage title={title} onSubmit={form.onSubmit((values) => choosing.mutate(values))}>
      <Text>{hint}</Text>
      {problem && !isBesideField && <ProblemNotice problem={problem} />}
      {problem instanceof ApiProblem && problem.byField.token && token !== '' && (
        <Alert color="red" role="alert" title={t`This link has expired`}>
          <Trans>It works once and for a limited time. Request a new one.</Trans>
        </Alert>
      )}
      {wants('token') && (
        <TextInput
          label={t`Code at the end of the link`}
          required
          autoComplete="off"
          {...form.getInputProps('token')}
        />
      )}
      {wants('email') && (
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
      )}
      {wants('name') && <TextInput label={t`Your name`} autoComplete="name" required {...form.getInputProps('name')} />}
      {wants('password') && (
        <PasswordInput
          label={t`A new password`}
          description={t`12 characters or more`}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
      )}
      <Button type="submit" loading={choosing.isPending}>
        {button}
      </Button>
      {children}
    </FrontPage>
  );
}

/** The link that the start prints while there is no operator. */
export function FirstPage() {
  const { t } = useLingui();
  return (
    <ChoicePage
      title={t`Welcome to Usher`}
      hint={t`You are the first operator, and an owner: you have all permissions and can invite others.`}
      asks={['token', 'email', 'name', 'password']}
      button={t`Start`}
      choose={async ({ token, email, name, password }) =>
        (await api.POST('/first-operator', { body: { token, email, name, password } })).data!
      }
    />
  );
}

export function InvitationPage() {
  const { t } = useLingui();
  const { isRequired } = useOfferedProviders();
  return (
    <ChoicePage
      isByProvider={isRequired}
      title={t`You are invited`}
      hint={t`Choose a password to sign in with.`}
      asks={['token', 'password']}
      button={t`Accept the invitation`}
      choose={async ({ token, password }) =>
        (await api.POST('/invitations/accept', { body: { token, password } })).data!
      }
    >
      <ProviderLinks />
    </ChoicePage>
  );
}

export function ResetPage() {
  const { t } = useLingui();
  return (
    <ChoicePage
      title={t`A new password`}
      hint={t`You will be signed out everywhere else.`}
      asks={['token', 'password']}
      button={t`Use this password`}
      choose={async ({ token, password }) =>
        (await api.POST('/password-resets/accept', { body: { token, password } })).data!
      }
    />
  );
}

/** A link that signs in on another device; it wants to be opened by somebody, not by a preview of links. */
export function SessionLinkPage() {
  const { t } = useLingui();
  const [link] = useLinkToken();
  const queryClient = useQueryClient();
  const router = useRouter();
  const entering = useMutation({
    mutationFn: () => api.POST('/console/session', { body: { link } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      router.history.push('/console/');
    },
  });
  return (
    <FrontPage
      title={t`Sign in on this device`}
      onSubmit={(event) => {
        event.preventDefault();
        entering.mutate();
      }}
    >
      {entering.error && <ProblemNotice problem={entering.error} />}
      <Button type="submit" loading={entering.isPending} data-autofocus>
        <Trans>Sign in</Trans>
      </Button>
    </FrontPage>
  );
}

export function ForgottenPage() {
  const { t } = useLingui();
  const form = useForm({ initialValues: { email: '' } });
  const asking = useMutation({
    mutationFn: async (email: string) => (await api.POST('/password-resets', { body: { email } })).data!,
  });
  return (
    <FrontPage title={t`Forgotten password`} onSubmit={form.onSubmit(({ email }) => asking.mutate(email))}>
      {asking.data ? (
        <Alert role="status" title={asking.data.mail ? t`Check your inbox` : t`E-mail is not set up`}>
          {asking.data.mail ? (
            <Trans>If this address belongs to an operator, we have sent an e-mail with a link.</Trans>
          ) : (
            <Trans>Ask another operator for a new invitation.</Trans>
          )}
        </Alert>
      ) : (
        <>
          {asking.error && <ProblemNotice problem={asking.error} />}
          <TextInput
            label={t`E-mail address`}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={asking.isPending}>
            <Trans>Send a link</Trans>
          </Button>
        </>
      )}
      <Anchor href="/console/sign-in">
        <Trans>Go to sign-in</Trans>
      </Anchor>
    </FrontPage>
  );
}
