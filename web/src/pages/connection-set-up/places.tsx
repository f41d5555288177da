import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { CopiedText } from '../../parts/copied-text';
import { ProblemNotice } from '../../parts/page-state';
import { SecretOnce } from '../../parts/record/secret-once';
import { tokenKey } from '../connection/connection-record';

interface Props {
  readonly connection: Api<'ConnectionDto'>;
  readonly abilities: Api<'ConnectorDto'>['abilities'];
}

/** What has to be entered at the system itself: where it posts to, and with which token. */
export function Places({ connection: { id, name, hook_path }, abilities }: Props) {
  const { t } = useLingui();
  // Told once, in the answer to its making: kept as long as the console is open.
  const { data: told } = useQuery<string>({ queryKey: tokenKey(id), enabled: false, staleTime: Infinity });
  const rotating = useMutation({
    mutationFn: async () =>
      (await api.POST('/connections/{id}/rotate-token', { params: { path: { id } } })).data!.token,
  });
  const token = rotating.data ?? told;
  const isServing = abilities.includes('serves');
  if (!isServing && !abilities.includes('receives')) return null;
  const address = window.location.origin + (isServing ? '/scim/v2' : hook_path);
  return (
    <Stack gap="xs">
      <Text>
        {isServing ? (
          <Trans>SCIM URL for the directory:</Trans>
        ) : (
          <Trans>If the system can send webhooks, use this URL:</Trans>
        )}
      </Text>
      <Group>
        <CopiedText text={address} label={t`Copy the address`} />
        {isServing && (
          <Button variant="default" size="compact-sm" loading={rotating.isPending} onClick={() => rotating.mutate()}>
            <Trans>New token</Trans>
          </Button>
        )}
      </Group>
      {token && <SecretOnce name={name} secret={token} />}
      {rotating.error && <ProblemNotice problem={rotating.error} />}
    </Stack>
  );
}
