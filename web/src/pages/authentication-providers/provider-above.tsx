import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { actedFor, api } from '../../api/client';
import { useMay, useSession } from '../../app/session';
import { CopiedText } from '../../parts/copied-text';
import { ProblemNotice } from '../../parts/page-state';
import type { Provider, ProviderType } from './provider-records';

/** What has to be entered at the provider, and whether a sign-in would work, step by step. */
export function ProviderAbove({ provider: { id, type, use } }: { readonly provider: Provider }) {
  const { t } = useLingui();
  const mayWrite = useMay('authentication-providers:write');
  const testing = useMutation({
    mutationFn: async () => (await api.POST('/authentication-providers/{id}/test', { params: { path: { id } } })).data!,
  });
  const { data } = testing;
  return (
    <Stack align="flex-start">
      <AtTheProvider type={type as ProviderType} />
      {use !== 'guests' && <OperatorsSignInHere providerId={type === 'ldap' ? undefined : id} />}
      {mayWrite && (
        <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
          <Trans>Test saved settings</Trans>
        </Button>
      )}
      {testing.error && <ProblemNotice problem={testing.error} />}
      {data && (
        <Alert color={data.ok ? 'green' : 'red'} role="status" title={data.ok ? t`All good` : t`Incomplete`}>
          <List>
            {data.checks.map(({ name, ok, detail }) => (
              <List.Item key={name} icon={<span aria-hidden="true">{ok ? '✓' : '✗'}</span>}>
                {detail}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

/**
 * The sign-in page does not know whose providers to offer before somebody has signed in there: these addresses say it.
 */
function OperatorsSignInHere({ providerId }: { readonly providerId: string | undefined }) {
  const { t } = useLingui();
  const own = useSession()?.organization.id ?? '';
  const page = `${window.location.origin}/console/sign-in?organization=${actedFor() ?? own}`;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        <Trans>Operators sign in here, the first time with the e-mail address that they have in Usher:</Trans>
      </Text>
      <Group gap="xs">
        <CopiedText text={page} label={t`Copy the sign-in address`} />
      </Group>
      {providerId !== undefined && (
        <>
          <Text size="sm">
            <Trans>For a tile at the provider, use this address. It starts the sign-in right away:</Trans>
          </Text>
          <Group gap="xs">
            <CopiedText text={`${page}&provider=${providerId}`} label={t`Copy the address for the tile`} />
          </Group>
        </>
      )}
    </Stack>
  );
}

/** The addresses that the provider has to know of us. */
export function AtTheProvider({ type }: { readonly type: ProviderType }) {
  const { origin } = window.location;
  if (type === 'oidc')
    return (
      <Text size="sm">
        <Trans>
          Add this redirect URI at the provider: <Code>{`${origin}/sign-in/callback`}</Code>
        </Trans>
      </Text>
    );
  if (type === 'saml')
    return (
      <Text size="sm">
        <Trans>The test shows the two URLs to enter at the provider, and when its keys expire.</Trans>
      </Text>
    );
  return null;
}
