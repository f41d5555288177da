import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';
import { type CurrentSession, type PasswordProof, sessionQuery, signIn } from '../app/session';
import { CodeInput } from '../app/sign-in/code-input';
import { useEnteredElsewhere } from '../app/sign-in/entered';
import { RefusedProof } from '../app/sign-in/not-signed-in';
import { OtherTab } from '../app/sign-in/other-tab';
import { Leave } from './leave';

interface UnlockProps {
  readonly session: CurrentSession;
  readonly onUnlocked: () => void;
}

/** Whoever unlocks it is who acts from then on. */
export default function Unlock({ session, onUnlocked }: UnlockProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { email: session.operator.email, password: '', totp: '' } });
  const unlock = async () => {
    onUnlocked();
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await queryClient.invalidateQueries();
  };
  const entering = useMutation({ mutationFn: (proof: PasswordProof) => signIn(proof), onSuccess: unlock });
  useEnteredElsewhere(async () => {
    const found = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    // The locked session itself proves nothing: its browser is what stands there.
    if (found && found.id !== session.id) await unlock();
  });
  const problem = entering.error instanceof ApiProblem ? entering.error : undefined;
  const wantsCode = problem?.document.totp_required === true || form.values.totp !== '';
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <form onSubmit={form.onSubmit(({ totp, ...proof }) => entering.mutate({ ...proof, ...(totp && { totp }) }))}>
          <Stack>
            <Title order={1} size="h2">
              <Trans>The desk is locked</Trans>
            </Title>
            <Text>
              <Trans>Sign in to continue where you left off.</Trans>
            </Text>
            <RefusedProof problem={problem} isBesidePage />
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
              data-autofocus
              {...form.getInputProps('password')}
            />
            {wantsCode && (
              <CodeInput problem={problem} tried={entering.variables?.totp} {...form.getInputProps('totp')} />
            )}
            <Button type="submit" loading={entering.isPending}>
              <Trans>Unlock</Trans>
            </Button>
            <OtherTab />
            <Leave />
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
