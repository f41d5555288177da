import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Code, Table, Text } from '@mantine/core';
import { Ago, Time } from '../../parts/time';
import type { PersonDetail } from './people-records';
import { useStatusWords } from './person-words';

/** Whether somebody is online, since when, and what her access rests on. */
export function PersonFacts({ person }: { readonly person: PersonDetail }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const { account, connection, online, held } = person;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t`Status`, words[person.status]],
    [t`Room`, person.room],
    [t`Booking number`, person.reservation_number],
    [t`Visits`, person.host],
    [t`Note`, person.note],
    [t`From`, connection?.name ?? t`Manual`],
    [t`Account`, account && <Code key="account">{account.username}</Code>],
    [t`Until`, person.until && <Time key="until" at={person.until} />],
    [t`E-mail address`, person.email],
  ];
  const since = <Ago at={online?.since ?? null} />;
  const devices = online?.devices ?? 0;
  return (
    <>
      <Text fw={600} role="status">
        {online ? (
          <Plural
            value={devices}
            one={<Trans>Online on # device, signed in {since}</Trans>}
            other={<Trans>Online on # devices, signed in {since}</Trans>}
          />
        ) : account?.disabled === 1 ? (
          <Trans>Blocked</Trans>
        ) : (
          <Trans>Not online</Trans>
        )}
      </Text>
      {held && (
        <Alert color="orange" title={t`Needs approval`}>
          {held.by === 'quarantine' ? (
            <Trans>The system is in quarantine, so its changes are not applied.</Trans>
          ) : (
            <Trans>The system reported this person as left, together with more people than its limits allow.</Trans>
          )}
        </Alert>
      )}
      {person.host_left && (
        <Alert color="orange" title={t`Host has left`}>
          <Trans>
            The host no longer works here. Access continues as planned: find out who looks after this visitor.
          </Trans>
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
    </>
  );
}
