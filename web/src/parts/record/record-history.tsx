import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { ProblemNotice } from '../page-state';
import { Time } from '../time';

type Entry = Api<'AuditEntryDto'>;

/** Who changed this record, and what it was before: its entries of the audit. */
export function RecordHistory({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('audit:read')) return null;
  if (isOpen) return <Entries id={id} />;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
      <Trans>Change history</Trans>
    </Button>
  );
}

function Entries({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'of', id],
    queryFn: async ({ signal }) => {
      const query = { filter: JSON.stringify({ resource_id: { eq: id } }), sort: 'at:desc', page_size: 25 };
      return pageOf<Entry>((await api.GET('/audit', { params: { query }, signal })).data!);
    },
  });
  const words: Readonly<Record<string, string>> = {
    create: t`created`,
    update: t`changed`,
    delete: t`deleted`,
  };
  if (error) return <ProblemNotice problem={error} retry={() => void refetch()} />;
  return (
    <>
      <Table.ScrollContainer type="native" minWidth={300} tabIndex={0} role="region" aria-label={t`Change history`}>
        <Table aria-label={t`Change history`}>
          <Table.Tbody>
            {data?.rows.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td>
                  <Time at={entry.at} />
                </Table.Td>
                <Table.Td>{entry.actor_name}</Table.Td>
                <Table.Td>
                  <Stack gap={0}>
                    <Text size="sm">{words[entry.action] ?? entry.action}</Text>
                    {entry.action === 'update' && <Changes entry={entry} />}
                  </Stack>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Anchor renderRoot={(props) => <Link to="/audit" search={{ q: `resource_id:${id}` }} {...props} />}>
        <Trans>History of this record</Trans>
      </Anchor>
    </>
  );
}

function Changes({ entry }: { readonly entry: Entry }) {
  const before = (entry.before ?? {}) as Readonly<Record<string, unknown>>;
  const after = (entry.after ?? {}) as Readonly<Record<string, unknown>>;
  return Object.keys(after).map((name) => (
    <Text key={name} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {name}: {written(before[name])} → {written(after[name])}
    </Text>
  ));
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
