import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { ProblemNotice } from '../../parts/page-state';
import { forgetEarlyKeys } from '../early-keys';
import { FrontPage } from '../front-page';
import { sessionQuery, signIn, signInByPasskey, type SignInProof } from '../session';
import { CodeInput } from './code-input';
import { tellEntered } from './entered';
import { RefusedProof } from './not-signed-in';
import { type OfferedProvider, useOfferedProviders } from './offered-providers';
import { ProviderRefused } from './provider-refused';
import { forgetProviderAnswer, providerAnswer, visitProvider } from './provider-visit';

/** The whole page of somebody who is not signed in. */
export function SignInForm({ onEntered }: { readonly onEntered?: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { providers, isRequired } = useOfferedProviders();
  const [isEmergency, setIsEmergency] = useState(false);
  const [answer] = useState(providerAnswer);
  const [wanted, setWanted] = useState(() => new URLSearchParams(window.location.search).get('provider'));
  const [directory, setDirectory] = useState<OfferedProvider>();
  const form = useForm({ initialValues: { email: '', username: '', password: '', totp: '' } });
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await queryClient.fetchQuery(sessionQuery);
    tellEntered();
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
  const leaving = useMutation({ mutationFn: visitProvider });
  const { mutate: enter } = entering;
  const { mutate: leaveFor } = leaving;
  useEffect(() => {
    if (!answer) return;
    forgetProviderAnswer();
    if (answer.kind === 'code') enter({ code: answer.code, verifier: answer.verifier });
  }, [answer, enter]);
  const linked = answer ? undefined : providers.find(({ id }) => id === wanted);
  useEffect(() => {
    if (!linked) return;
    // Once: the button back leads here, not there again.
    setWanted(null);
    forgetProviderAnswer();
    if (linked.type === 'ldap') setDirectory(linked);
    else leaveFor(linked);
  }, [linked, leaveFor]);
  const problem = entering.error instanceof ApiProblem ? entering.error : undefined;
  const wantsCode = problem?.document.totp_required === true || form.values.totp !== '';
  const proven = answer?.kind === 'code' && (!entering.isError || wantsCode) ? answer : undefined;
  // What a provider has to prove is not asked for, unless it fails: an owner says so.
  const isByProvider = isRequired && !isEmergency && providers.length > 0;
  const asksPassword = !proven && (directory !== undefined || !isByProvider);
  const submit = ({ email, username, password, totp }: typeof form.values) => {
    const code = totp === '' ? {} : { totp };
    if (proven) enter({ code: proven.code, verifier: proven.verifier, ...code });
    else if (directory) {
      const where = { organization_id: directory.organizationId, provider_id: directory.id };
      enter({ ...where, username, password, ...code });
    } else enter({ email, password, ...code });
  };
  const visit = (provider: OfferedProvider | undefined) => {
    entering.reset();
    form.reset();
    if (provider && provider.type !== 'ldap') leaveFor(provider);
    else setDirectory(provider);
  };
  return (
    <FrontPage title={t`Sign in to Usher`} onSubmit={form.onSubmit(submit)}>
      <RefusedProof problem={problem} />
      {answer?.kind === 'refused' && entering.isIdle && <ProviderRefused error={answer.error} />}
      {directory && (
        <Text>
          <Trans>With your account of {directory.name}</Trans>
        </Text>
      )}
      {isByProvider && !directory && !proven && (
        <Text>
          <Trans>Your organization requires single sign-on. Sign in with your work account.</Trans>
        </Text>
      )}
      {isRequired && isEmergency && !directory && (
        <Text>
          <Trans>For owners, when single sign-on fails. It is recorded, and reported to your alert contacts.</Trans>
        </Text>
      )}
      {asksPassword && !directory && (
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
      )}
      {directory && (
        <TextInput label={t`User name`} autoComplete="username" required {...form.getInputProps('username')} />
      )}
      {asksPassword && (
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
      )}
      {wantsCode && (
        <CodeInput problem={problem} tried={entering.variables?.totp} data-autofocus {...form.getInputProps('totp')} />
      )}
      {(asksPassword || proven) && (
        <Button type="submit" loading={entering.isPending}>
          <Trans>Sign in</Trans>
        </Button>
      )}
      {directory ? (
        <Button variant="default" onClick={() => visit(undefined)}>
          <Trans>Sign in another way</Trans>
        </Button>
      ) : (
        <>
          {providers.map((provider) => (
            <Button
              key={provider.id}
              variant={isByProvider ? 'filled' : 'default'}
              loading={leaving.isPending}
              onClick={() => visit(provider)}
            >
              {t`Sign in with ${provider.name}`}
            </Button>
          ))}
          {!isByProvider && 'credentials' in navigator && (
            <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              <Trans>Sign in with a passkey</Trans>
            </Button>
          )}
        </>
      )}
      {(byPasskey.error ?? leaving.error) && <ProblemNotice problem={(byPasskey.error ?? leaving.error)!} />}
      {isByProvider && !directory ? (
        <Anchor component="button" type="button" onClick={() => setIsEmergency(true)}>
          <Trans>Single sign-on fails? Owners sign in here</Trans>
        </Anchor>
      ) : (
        <Anchor href="/console/forgotten">
          <Trans>Forgotten password?</Trans>
        </Anchor>
      )}
    </FrontPage>
  );
}
