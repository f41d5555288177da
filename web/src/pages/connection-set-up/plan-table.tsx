import { useLingui } from '@lingui/react/macro';
import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import type { PlanItem } from '../run/run-records';
import { PlanChanges } from '../run/plan-changes';
import { usePlanWords } from '../run/plan-words';

export interface PlannedRow extends Pick<PlanItem, 'kind' | 'before' | 'after' | 'detail'> {
  readonly id: string;
  readonly who: string;
}

interface Props {
  readonly rows: readonly PlannedRow[];
  readonly counts: Readonly<Record<string, number>>;
}

/** What would be done, person by person, and how much of each. */
export function PlanTable({ rows, counts }: Props) {
  const { t } = useLingui();
  const { kinds } = usePlanWords();
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        {Object.entries(counts).map(([kind, count]) => (
          <Badge key={kind} variant="default" size="lg" tt="none">
            {kinds[kind] ?? kind}: {count}
          </Badge>
        ))}
      </Group>
      <Table.ScrollContainer type="native" minWidth={500} tabIndex={0} role="region" aria-label={t`Preview`}>
        <Table aria-label={t`Preview`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t`Who`}</Table.Th>
              <Table.Th scope="col">{t`What`}</Table.Th>
              <Table.Th scope="col">{t`Change`}</Table.Th>
              <Table.Th scope="col">{t`Why`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{row.who}</Table.Td>
                <Table.Td>{kinds[row.kind] ?? row.kind}</Table.Td>
                <Table.Td>
                  <PlanChanges item={row} />
                </Table.Td>
                <Table.Td>
                  <Text size="sm">{row.detail}</Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
