import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import type { Provider, ProviderType } from './provider-records';

/** What has to be entered at the provider, and whether a sign-in would work, step by step. */
export function ProviderAbove({ provider: { id, type } }: { readonly provider: Provider }) {
  const { t } = useLingui();
  const mayWrite = useMay('authentication-providers:write');
  const testing = useMutation({
    mutationFn: async () => (await api.POST('/authentication-providers/{id}/test', { params: { path: { id } } })).data!,
  });
  const { data } = testing;
  return (
    <Stack align="flex-start">
      <AtTheProvider type={type as ProviderType} />
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
