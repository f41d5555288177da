import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { permits, useSession } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { type Login, permissionOf, type Remedy, remedyOf } from './login-records';
import { useAllRemedyWords } from './login-words';

/** What to do, the likeliest first; a button where one call does it. */
export function Remedies({ login }: { readonly login: Login }) {
  const words = useAllRemedyWords();
  if (login.remedies.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        <Trans>How to fix it</Trans>
      </Title>
      {login.remedies.map((remedy) => (
        <Group key={remedy.code}>
          <Text>{words[remedy.code] ?? remedy.code}</Text>
          <Act login={login} remedy={remedy} />
        </Group>
      ))}
    </Stack>
  );
}

function Act({ login, remedy }: { readonly login: Login; readonly remedy: Remedy }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const permissions = useSession()?.permissions ?? [];
  const acting = useMutation({
    mutationFn: (act: NonNullable<ReturnType<typeof remedyOf>>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['logins'] }),
  });
  const { username } = login;
  const { connection } = remedy.params;
  if (remedy.code === 'disconnect_other' && username !== null)
    return (
      <Anchor renderRoot={(props) => <Link to="/online" search={{ q: `username:"${username}"` }} {...props} />}>
        <Trans>Connected devices</Trans>
      </Anchor>
    );
  const act = remedyOf(login, remedy);
  if (!act || !permits(permissions, permissionOf(remedy))) return null;
  const labels: Partial<Record<Remedy['code'], string>> = {
    new_password: t`New password`,
    enable_user: t`Unblock`,
    enable_device: t`Unblock`,
    extend: remedy.fields.includes('valid_from') ? t`Start now` : t`Extend by 1 day`,
  };
  const password = acting.data?.password;
  return (
    <>
      <Button
        size="compact-md"
        loading={acting.isPending}
        disabled={acting.isSuccess}
        onClick={() => acting.mutate(act)}
      >
        {acting.isSuccess ? t`Done` : labels[remedy.code]}
      </Button>
      {typeof connection === 'string' && (
        <Text size="sm" c="dimmed">
          <Trans>{connection} manages this account: its next update may overwrite your changes.</Trans>
        </Text>
      )}
      {acting.error && <ProblemNotice problem={acting.error} />}
      {password && (
        <Alert color="green" role="status" title={t`New password, shown only once`}>
          <Code fz="xl">{password}</Code>
        </Alert>
      )}
    </>
  );
}
