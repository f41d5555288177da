import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { onSessionEnded } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { type PasswordProof, sessionQuery, signIn, signInByPasskey, useSession } from '../session';
import { Dialog } from '../../parts/dialog';
import { ProblemNotice } from '../../parts/page-state';
import { CodeInput } from './code-input';
import { useEnteredElsewhere } from './entered';
import { RefusedProof } from './not-signed-in';
import { OtherTab } from './other-tab';

/** The session ended while a page was open: the page stays as it is, with what was typed, and this lies over it. */
export function SignInAgain() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const [isEnded, setIsEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setIsEnded(true)), []);
  const form = useForm({ initialValues: { password: '', totp: '' } });
  // A session that is asked for and not there any more is nobody's: whose it was is remembered.
  const last = useRef(session);
  if (session) last.current = session;
  const goOn = async () => {
    const found = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (!found) return;
    // The page was another operator's.
    if (found.operator.id !== last.current?.operator.id) return window.location.assign('/console/');
    setIsEnded(false);
    form.reset();
    // Whatever was refused meanwhile is asked again.
    await queryClient.invalidateQueries();
  };
  const entering = useMutation({ mutationFn: (proof: PasswordProof) => signIn(proof), onSuccess: goOn });
  const byPasskey = useMutation({ mutationFn: signInByPasskey, onSuccess: goOn });
  useEnteredElsewhere(async () => {
    if (isEnded) await goOn();
  });
  const leave = async () => {
    setIsEnded(false);
    queryClient.setQueryData(sessionQuery.queryKey, null);
    await navigate({ to: '/sign-in', search: { to: window.location.pathname + window.location.search } });
  };
  const email = last.current?.operator.email ?? '';
  const problem = entering.error instanceof ApiProblem ? entering.error : undefined;
  const wantsCode = problem?.document.totp_required === true || form.values.totp !== '';
  return (
    <Dialog
      isUnasked
      opened={isEnded && email !== ''}
      onClose={() => void leave()}
      title={t`Your session has ended`}
      centered
    >
      <form
        onSubmit={form.onSubmit(({ password, totp }) =>
          entering.mutate({ email, password, ...(totp === '' ? {} : { totp }) }),
        )}
      >
        <Stack>
          <Text size="sm">
            <Trans>Sign in again to continue. Your page stays as it is.</Trans>
          </Text>
          <RefusedProof problem={problem} isBesidePage />
          <TextInput label={t`E-mail address`} value={email} readOnly autoComplete="username" />
          <PasswordInput
            label={t`Password`}
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
          />
          {wantsCode && (
            <CodeInput problem={problem} tried={entering.variables?.totp} {...form.getInputProps('totp')} />
          )}
          {byPasskey.error && <ProblemNotice problem={byPasskey.error} />}
          <OtherTab />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void leave()}>
              <Trans>Leave page</Trans>
            </Button>
            {'credentials' in navigator && (
              <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
                <Trans>Sign in with a passkey</Trans>
              </Button>
            )}
            <Button type="submit" loading={entering.isPending}>
              <Trans>Sign in</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
