import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Card, CloseButton, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Time } from '../../parts/time';
import { useEntryWords, useLaneWords } from './entry-words';
import type { Entry } from './timeline-records';

const told = ['status', 'run_id', 'before', 'after', 'kind'];

/** One entry: its sentence, everything that is known of it, and the record that says so. */
export function ChosenEntry({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const { t } = useLingui();
  const words = useEntryWords();
  const lanes = useLaneWords();
  const { params, at, until, reason, lane } = entry;
  const rows = Object.entries(params).filter(([name, value]) => !told.includes(name) && value !== '');
  return (
    <Card withBorder role="status" aria-label={t`Entry`}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600}>{words(entry)}</Text>
          <CloseButton aria-label={t`Close`} onClick={onClose} />
        </Group>
        <Text size="sm">
          {lanes[lane]} · <Time at={at} />
          {until && (
            <>
              {' – '}
              <Time at={until} />
            </>
          )}
          {reason && ` · ${reason}`}
        </Text>
        <Changes before={params.before} after={params.after} />
        {rows.length > 0 && (
          <Table withRowBorders={false} verticalSpacing={2} w="auto">
            <Table.Tbody>
              {rows.map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>{written(value)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Source entry={entry} />
      </Stack>
    </Card>
  );
}

function written(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Fields of the account that an operation changed. */
function Changes({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const from = isRecord(before) ? before : {};
  const to = isRecord(after) ? after : {};
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => written(from[name]) !== written(to[name]),
  );
  return names.map((name) => (
    <Text key={name} size="sm">
      {name}: {name in from && <del>{written(from[name])}</del>} → {name in to && <ins>{written(to[name])}</ins>}
    </Text>
  ));
}

/** Where the entry comes from, if a page shows it. */
function Source({ entry: { resource, resource_id: id, params } }: { readonly entry: Entry }) {
  const runId = params.run_id;
  if (typeof runId === 'string')
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id" params={{ id: runId }} {...props} />}>
        <Trans>Run</Trans>
      </Anchor>
    );
  if (resource === 'logins' && id !== null)
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/logins/$id" params={{ id }} {...props} />}>
        <Trans>Why</Trans>
      </Anchor>
    );
  if (resource === 'online' && id !== null)
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/online" search={{ id }} {...props} />}>
        <Trans>The session</Trans>
      </Anchor>
    );
  return null;
}
