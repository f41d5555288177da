import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text, Title } from '@mantine/core';
import { isMembers } from '../../parts/form/structure/schema';
import { type Values, valueAt } from '../../parts/form/form-field';
import { type MappedRecord, nameOf } from './mapping-records';

interface Props {
  readonly records: readonly MappedRecord[];
  /** As it is written now. */
  readonly mapping: Values;
}

/** What the mapping makes of each of these records: a column each, value by value. */
export function RecordsTable({ records, mapping }: Props) {
  const { t } = useLingui();
  const outcomes: Readonly<Record<string, string>> = {
    record: t`is known`,
    removed: t`has left`,
    ignored: t`is ignored`,
    problem: t`cannot be read`,
  };
  const places = [...new Set(records.flatMap(({ values }) => values.map(({ place }) => place)))];
  const title = t`Preview of its records`;
  return (
    <div>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {records.length === 0 ? (
        <Text role="status">
          <Trans>No message of this system is stored. Enter one below to see the result.</Trans>
        </Text>
      ) : (
        <Table.ScrollContainer type="native" minWidth={420} tabIndex={0} role="region" aria-label={title}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                {records.map((record, at) => (
                  <Table.Th key={at} scope="col">
                    {nameOf(record, at)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Table.Tr>
                <Table.Th scope="row">
                  <Trans>Outcome</Trans>
                </Table.Th>
                {records.map(({ outcome, status, detail }, at) => (
                  <Table.Td key={at} style={{ overflowWrap: 'anywhere' }}>
                    {[outcomes[outcome] ?? outcome, status, detail].filter(Boolean).join(' · ')}
                  </Table.Td>
                ))}
              </Table.Tr>
              {places.map((place) => (
                <Table.Tr key={place}>
                  <Table.Th scope="row">
                    {place.replace('fields/', '')}
                    <Text size="xs" c="dimmed" fw="normal">
                      {expressionAt(mapping, place)}
                    </Text>
                  </Table.Th>
                  {records.map(({ values }, at) => {
                    const value = values.find((each) => each.place === place);
                    return (
                      <Table.Td key={at} style={{ overflowWrap: 'anywhere' }}>
                        {value?.detail ? <Text c="red">{value.detail}</Text> : (value?.value ?? '–')}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}

/** `/guest/mail → trim → email` */
function expressionAt(mapping: Values, place: string): string {
  const value = valueAt(mapping, place.replaceAll('/', '.'));
  const { path, transform } = isMembers(value) ? value : {};
  return [path, transform].flat().filter(Boolean).join(' → ');
}
