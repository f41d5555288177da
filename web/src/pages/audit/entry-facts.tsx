import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Time } from '../../parts/time';
import { type AuditEntry, useAuditWords } from './audit-words';

/** One entry: when, who by what, and each field before and after. */
export function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useLingui();
  const { actions, actors } = useAuditWords();
  const { at, actor_kind, actor_name, action, resource, resource_id, label, request_id } = entry;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t`When`, <Time key="at" at={at} />],
    [t`Who`, `${actor_name} · ${actors[actor_kind]}`],
    [t`Did`, actions[action]],
    [t`Record`, [resource, label].filter(Boolean).join(' · ')],
    [t`Request`, request_id],
  ];
  return (
    <Stack>
      <Table>
        <Table.Tbody>
          {facts
            .filter(([, value]) => value !== null)
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Fields entry={entry} />
      {resource_id && (
        <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `resource_id:${resource_id}` }} {...props} />}>
          <Trans>All that happened to this record</Trans>
        </Anchor>
      )}
      {request_id && (
        <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `request_id:${request_id}` }} {...props} />}>
          <Trans>All that the same request did</Trans>
        </Anchor>
      )}
    </Stack>
  );
}

function Fields({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useLingui();
  const before = (entry.before ?? {}) as Readonly<Record<string, unknown>>;
  const after = (entry.after ?? {}) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No field changed by it.</Trans>
      </Text>
    );
  return (
    <Table.ScrollContainer type="native" minWidth={300} tabIndex={0} role="region" aria-label={t`Before and after`}>
      <Table aria-label={t`Before and after`}>
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

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
