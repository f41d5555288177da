import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Code, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AsCurl } from '../../parts/as-curl';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';
import { type PersonDetail, personRecord } from './people-records';
import { PersonActions } from './person-actions';
import { PersonDevices } from './person-devices';
import { useRemedyWords, useStatusWords } from './person-words';

/** One person at a glance, and what a reception does for her. */
export function PersonDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(personRecord(id));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={data ? (data.name ?? data.account?.username) : t`Person`}
    >
      {data ? (
        <Detail person={data} />
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </Drawer>
  );
}

function Detail({ person }: { readonly person: PersonDetail }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const { account, connection, online, held } = person;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t`State`, words[person.status]],
    [t`Room`, person.room],
    [t`From`, connection?.name ?? t`By hand`],
    [t`Account`, account && <Code key="account">{account.username}</Code>],
    [t`Until`, person.until && <Time key="until" at={person.until} />],
    [t`E-mail address`, person.email],
  ];
  const since = <Ago at={online?.since ?? null} />;
  const devices = online?.devices ?? 0;
  return (
    <Stack>
      <Text fw={600} role="status">
        {online ? (
          <Trans>
            Online on {devices} devices, since {since}
          </Trans>
        ) : account?.disabled === 1 ? (
          <Trans>Blocked</Trans>
        ) : (
          <Trans>Not online</Trans>
        )}
      </Text>
      {held && (
        <Alert color="orange" title={t`Waits for a decision`}>
          {held.by === 'quarantine' ? (
            <Trans>The system is not trusted at the moment, so nothing of it changes.</Trans>
          ) : (
            <Trans>The system says that she left, with more people than its limits allow.</Trans>
          )}
        </Alert>
      )}
      <Table>
        <Table.Tbody>
          {rows
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {account?.user_id && <PersonActions person={person} />}
      <Trouble trouble={person.trouble} />
      <PersonDevices person={person} />
      <Group justify="space-between">
        <Anchor renderRoot={(props) => <Link to="/people/$id" params={{ id: person.id }} {...props} />}>
          <Trans>Timeline</Trans>
        </Anchor>
        <AsCurl path={`/guests/${person.id}`} />
      </Group>
    </Stack>
  );
}

/** "It does not work": what was refused last, and what to do about it. */
function Trouble({ trouble }: Pick<PersonDetail, 'trouble'>) {
  const remedies = useRemedyWords();
  if (trouble.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Refused last</Trans>
      </Title>
      {trouble.map(({ id, at, reason, reason_detail, remedies: codes }) => (
        <Text key={id} size="sm">
          <Ago at={at} />:{' '}
          <Anchor size="sm" renderRoot={(props) => <Link to="/logins/$id" params={{ id }} {...props} />}>
            {reason_detail ?? reason}
          </Anchor>
          {codes[0] && ` → ${remedies[codes[0]] ?? codes[0]}`}
        </Text>
      ))}
    </>
  );
}
