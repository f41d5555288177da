import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import type { Api } from '../../api/types';
import { ProblemNotice } from '../../parts/page-state';
import { SecretOnce } from '../../parts/record/secret-once';
import { Ago } from '../../parts/time';
import { addClient, contactsOf, type Network } from './network-records';

/** When each access point was last heard of, and who knocks that nobody knows. */
export function Contacts({ network: { id } }: { readonly network: Network }) {
  const { t } = useLingui();
  const mayWrite = useMay('networks:write');
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(contactsOf(id));
  const adding = useMutation({
    mutationFn: (address: string) => addClient(id, address),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['networks'] }),
  });
  if (error) return <ProblemNotice problem={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>Activity</Trans>
      </Title>
      {data.clients.length > 0 && (
        <Table.ScrollContainer type="native" minWidth={320} tabIndex={0} role="region" aria-label={t`Activity`}>
          <Table aria-label={t`Activity`}>
            <Table.Tbody>
              {data.clients.map((client) => (
                <ClientRow key={client.client_id} client={client} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data.unknown_addresses.map(({ address, times, last_at }) => (
        <Alert key={address} color="yellow" title={t`${address} sends requests but belongs to no network`}>
          <Group justify="space-between">
            <Text size="sm">
              <Trans>
                {times} times, last <Ago at={last_at} />
              </Trans>
            </Text>
            {mayWrite && (
              <Button variant="default" loading={adding.isPending} onClick={() => adding.mutate(address)}>
                <Trans>Add {address} to this network</Trans>
              </Button>
            )}
          </Group>
        </Alert>
      ))}
      {adding.error && <ProblemNotice problem={adding.error} />}
      {adding.data?.secret && <SecretOnce name={adding.data.address} secret={adding.data.secret} />}
    </Stack>
  );
}

function ClientRow({ client }: { readonly client: Api<'ClientContactDto'> }) {
  const { short_name, address, state, wrong_secret, last_login_at, last_accounting_at, online, rejected } = client;
  const last = [last_login_at, last_accounting_at]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  return (
    <Table.Tr>
      <Table.Th scope="row">{short_name}</Table.Th>
      <Table.Td>{address}</Table.Td>
      <Table.Td>
        {wrong_secret ? (
          <Badge color="red" variant="dot">
            <Trans>Wrong secret</Trans>
          </Badge>
        ) : state === 'heard' ? (
          <Badge color="green" variant="dot">
            <Trans>Active</Trans>
          </Badge>
        ) : (
          <Badge color="gray" variant="dot">
            <Trans>Silent</Trans>
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        {wrong_secret ? (
          <Text size="sm">
            <Trans>
              {address} uses a wrong secret, last seen <Ago at={wrong_secret.last_at} />
            </Trans>
          </Text>
        ) : (
          <Ago at={last} />
        )}
      </Table.Td>
      <Table.Td>
        <Trans>{online} online</Trans>
        {rejected > 0 && (
          <Text size="sm">
            <Trans>{rejected} rejected in 5 minutes</Trans>
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
