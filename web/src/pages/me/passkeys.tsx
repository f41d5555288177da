import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { useSession } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { Ago } from '../../parts/time';
import { createPasskey } from './passkey-ceremony';
import { PasskeyRename } from './passkey-rename';
import { useProof } from './proof-fields';

type Passkey = Api<'PasskeyDto'>;

/** Devices that sign in without a password: listed, added, removed. */
export function Passkeys() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: ['own-passkeys'] });
  const { data, error, refetch } = useQuery({
    queryKey: ['own-passkeys'],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/sessions/current/passkeys', { params: { query: { page_size: 100 } }, signal });
      return pageOf<Passkey>(data!).rows;
    },
  });
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : <PageLoading />;
  return (
    <Stack>
      {data.length === 0 ? (
        <Text>
          <Trans>None yet. Use a phone, computer or security key to sign in without a password.</Trans>
        </Text>
      ) : (
        <Table.ScrollContainer type="native" minWidth={300} tabIndex={0} role="region" aria-label={t`Your passkeys`}>
          <Table aria-label={t`Your passkeys`}>
            <Table.Tbody>
              {data.map(({ id, name, backed_up, last_used_at, created_at }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>
                    {backed_up === 1 && (
                      <Badge variant="dot" color="gray">
                        <Trans>Synced</Trans>
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {last_used_at ? (
                      <Trans>
                        used <Ago at={last_used_at} />
                      </Trans>
                    ) : (
                      <Trans>
                        added <Ago at={created_at} />, never used
                      </Trans>
                    )}
                  </Table.Td>
                  <Table.Td ta="end">
                    <Group justify="flex-end" gap="xs">
                      <PasskeyRename key={name} id={id} name={name} onRenamed={again} />
                      <ConfirmButton
                        label={t`Remove`}
                        question={t`Remove ${name}?`}
                        consequence={t`You can no longer sign in with it.`}
                        button={{ size: 'compact-sm', 'aria-label': t`Remove ${name}` } as object}
                        run={async () => {
                          await api.DELETE('/sessions/current/passkeys/{id}', { params: { path: { id } } });
                          await again();
                        }}
                      />
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <NewPasskey onMade={again} />
    </Stack>
  );
}

function NewPasskey({ onMade }: { readonly onMade: () => Promise<void> }) {
  const { t } = useLingui();
  const { proof, fields, clear, isReady, refused } = useProof();
  const [name, setName] = useState('');
  const adding = useMutation({
    mutationFn: () => createPasskey(proof, name),
    onSuccess: () => {
      clear();
      setName('');
      return onMade();
    },
    onError: refused,
  });
  const isBound = useSession()?.single_sign_on_required === 1;
  if (isBound || typeof PublicKeyCredential === 'undefined') return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate();
      }}
    >
      <Stack maw={400}>
        {isReady && (
          <TextInput
            label={t`Device name`}
            placeholder={t`My phone`}
            required
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        )}
        {fields}
        {adding.error && <ProblemNotice problem={adding.error} />}
        {isReady && (
          <Group>
            <Button type="submit" loading={adding.isPending}>
              <Trans>Add a passkey</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
