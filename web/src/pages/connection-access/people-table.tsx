import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Time } from '../../parts/time';
import { type PersonsAccess, roomAndName } from './access-records';

/** What each of these people would get: a column each, part by part. */
export function PeopleTable({ people }: { readonly people: readonly PersonsAccess[] }) {
  const { t } = useLingui();
  const outcomes: Readonly<Record<string, string>> = {
    user: t`an account`,
    voucher: t`vouchers`,
    none: t`no access`,
    problem: t`cannot be assigned: unchanged`,
  };
  const passwords: Readonly<Record<string, string>> = { generate: t`at random`, set: t`from known data` };
  const rows: readonly (readonly [string, (person: PersonsAccess) => ReactNode])[] = [
    [t`Result`, ({ grant }) => outcomes[grant] ?? grant],
    [t`User name`, ({ username }) => username ?? '–'],
    [t`Password`, ({ password }) => (password ? passwords[password] : '–')],
    [t`Group`, ({ group_name }) => group_name ?? '–'],
    [t`From`, ({ valid_from }) => (valid_from ? <Time at={valid_from} /> : '–')],
    [t`Until`, ({ valid_until }) => (valid_until ? <Time at={valid_until} /> : '–')],
    [t`Why`, ({ field, detail }) => (detail ? [field, detail].filter(Boolean).join(' ') : '–')],
  ];
  return (
    <div>
      <Title order={2} size="h3" mb="xs">
        <Trans>Access rule</Trans>
      </Title>
      {people.length === 0 ? (
        <Text role="status">
          <Trans>Nobody known from this system yet. People it reports will appear here with their access.</Trans>
        </Text>
      ) : (
        <Table.ScrollContainer type="native" minWidth={420} tabIndex={0} role="region" aria-label={t`Access rule`}>
          <Table aria-label={t`Access rule`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                {people.map((person) => (
                  <Table.Th key={person.subject_id} scope="col">
                    {roomAndName(person)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([name, shown]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {people.map((person) => (
                    <Table.Td key={person.subject_id} style={{ overflowWrap: 'anywhere' }}>
                      {shown(person)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}
