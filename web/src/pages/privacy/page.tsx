import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Code, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { type Column, DataTable } from '../../parts/data-table';
import { Empty } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { KeptDays } from './kept-days';
import { OnePerson } from './one-person';
import { type Erasure, erasureColours, erasures, useKindWords } from './privacy-records';
import type { PrivacySearch } from './search';

const route = getRouteApi('/shell/privacy');

export const rowsOf = (search: PrivacySearch) => {
  const { record: _record, ...list } = search;
  return erasures(list);
};

/** What is kept of one person, handed out or erased; for how long everything is kept; what was erased. */
export function PrivacyPage() {
  const { t } = useLingui();
  const { record, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('privacy:write');
  const mayReadOrganizations = useMay('organizations:read');
  const kinds = useKindWords();
  const words = { ending: t`Access is being taken away`, auditing: t`The audit log is being cleared`, done: t`Done` };
  const columns: Column<Erasure>[] = [
    { id: 'created_at', title: t`Requested`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status, problem }) => (
        <Stack gap={0}>
          <Badge variant="dot" color={erasureColours[status]}>
            {words[status]}
          </Badge>
          {problem && <Text size="sm">{problem}</Text>}
        </Stack>
      ),
    },
    { id: 'done_at', title: t`Done`, sortable: true, cell: ({ done_at }) => <Time at={done_at} /> },
    {
      id: 'counts',
      title: t`Erased or anonymized`,
      cell: ({ counts }) =>
        Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => `${kinds[kind] ?? kind}: ${count}`)
          .join(', '),
    },
    {
      id: 'person',
      title: t`Pseudonym`,
      cell: ({ person }) => <Code style={{ overflowWrap: 'anywhere' }}>{person.slice(0, 16)}</Code>,
    },
  ];
  return (
    <Stack>
      <Title order={1}>
        <Trans>Privacy</Trans>
      </Title>
      {mayWrite && <OnePerson key={record} record={record} />}
      {mayReadOrganizations && <KeptDays />}
      <Title order={2} size="h3">
        <Trans>Erasures</Trans>
      </Title>
      <Text>
        <Trans>Replaces the name. The same person always gets the same pseudonym.</Trans>
      </Text>
      <DataTable
        label={t`Erasures`}
        columns={columns}
        fields={[{ name: 'status', values: Object.keys(words) }, { name: 'created_at' }, { name: 'person' }]}
        query={erasures(search)}
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, ...(record ? { record } : {}) } })}
        empty={<Empty title={t`Nobody has been erased`} />}
      />
    </Stack>
  );
}
