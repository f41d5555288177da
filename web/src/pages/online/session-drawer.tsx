import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';
import { disconnect, type Online, onlineRecord, reauthenticate, whoIs } from './online-records';
import { Volume } from './volume';
import { Why } from './why';
import { SideDrawer } from '../../parts/side-drawer';

/** One device: why it may be here, how it fares, and the button that ends it. */
export function SessionDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(onlineRecord(id));
  return (
    <SideDrawer onClose={onClose} size="md" title={data ? whoIs(data) : t`Online`}>
      {data ? (
        <Session session={data} />
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </SideDrawer>
  );
}

function Session({ session }: { readonly session: Online }) {
  const { t } = useLingui();
  const mayEnd = useMay('online:write');
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: () => disconnect(session.id),
    onSuccess: () => {
      notifications.show({ message: t`The access point was asked to end the session.` });
      return queryClient.invalidateQueries({ queryKey: ['online'] });
    },
  });
  const proving = useMutation({
    mutationFn: () => reauthenticate(session.id),
    onSuccess: () => {
      notifications.show({ message: t`The access point was asked to make the device sign in again.` });
      return queryClient.invalidateQueries({ queryKey: ['online'] });
    },
  });
  const problem = ending.error ?? proving.error;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t`Account`, session.username],
    [t`Device`, session.device?.name ?? session.mac],
    [t`Address`, session.ip_address],
    [t`Access point`, session.access_point],
    [t`Network`, [session.network?.name, session.ssid].filter(Boolean).join(' · ')],
    [t`VLAN`, session.vlan],
    [t`Since`, <Time key="since" at={session.since} />],
    [t`Last seen`, <Ago key="heard" at={session.last_heard_at} />],
    [t`Ends`, session.until ? <Time key="until" at={session.until} /> : t`No end date`],
    [t`Data`, <Volume key="volume" session={session} />],
  ];
  return (
    <Stack>
      <Title order={2} size="h4">
        <Trans>Why</Trans>
      </Title>
      <Why links={session.why} />
      <Table>
        <Table.Tbody>
          {rows
            .filter(([, value]) => value !== null && value !== '')
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Ending session={session} />
      {problem && <ProblemNotice problem={problem} />}
      <Group justify="space-between">
        {mayEnd && session.stopped_at === null && (
          <Group gap="xs">
            <Button color="red" variant="outline" loading={ending.isPending} onClick={() => ending.mutate()}>
              <Trans>End this session</Trans>
            </Button>
            <Button variant="default" loading={proving.isPending} onClick={() => proving.mutate()}>
              <Trans>Force sign-in</Trans>
            </Button>
          </Group>
        )}
        <AsCurl path={`/online/${session.id}`} />
      </Group>
    </Stack>
  );
}

function Ending({ session: { ending, stopped_at } }: { readonly session: Online }) {
  if (stopped_at)
    return (
      <Alert color="gray">
        <Trans>
          It ended on <Time at={stopped_at} />.
        </Trans>
      </Alert>
    );
  if (!ending?.request && !ending?.reason) return null;
  return (
    <Alert color={ending.state === 'acknowledged' ? 'green' : 'yellow'}>
      <Text>
        {ending.state === 'acknowledged' ? (
          <Trans>The access point confirmed that it ended the session.</Trans>
        ) : ending.state === 'refused' ? (
          <Trans>The access point refused to end the session.</Trans>
        ) : ending.state === 'unanswered' ? (
          <Trans>The access point has not responded yet.</Trans>
        ) : (
          <Trans>Waiting for the access point.</Trans>
        )}
      </Text>
    </Alert>
  );
}
