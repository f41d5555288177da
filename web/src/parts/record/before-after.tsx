import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';

interface Props {
  readonly before: object | null;
  readonly after: object | null;
}

/** Each field that is different, as it was and as it became. */
export function BeforeAfter(props: Props) {
  const { t } = useLingui();
  const before = (props.before ?? {}) as Readonly<Record<string, unknown>>;
  const after = (props.after ?? {}) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No fields changed.</Trans>
      </Text>
    );
  return (
    <Table.ScrollContainer type="native" minWidth={300} tabIndex={0} role="region" aria-label={t`Changes`}>
      <Table aria-label={t`Changes`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t`Field`}</Table.Th>
            <Table.Th scope="col">{t`Before`}</Table.Th>
            <Table.Th scope="col">{t`After`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{written(before[name])}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{written(after[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
