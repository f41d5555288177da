import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is known of one record, a line each; what is not known is left out. */
export type Facts = readonly (readonly [name: string, value: ReactNode])[];

export function FactsTable({ facts }: { readonly facts: Facts }) {
  return (
    <Table>
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}
