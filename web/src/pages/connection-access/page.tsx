import { Trans } from '@lingui/react/macro';
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryClient, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import type { Values } from '../../parts/form/form-field';
import { ResourceForm } from '../../parts/form/resource-form';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { ConnectionAbove } from '../connection/connection-above';
import { connectionQuery, readConnection } from '../connection/connection-record';
import { useAccessFields } from './access-fields';
import {
  accessQuery,
  accessWith,
  type AccessTrial,
  type ReadAccess,
  readAccess,
  saveAccess,
  tryAccess,
  roomAndName,
} from './access-records';
import { PeopleTable } from './people-table';

const route = getRouteApi('/shell/connections/$id/access');
const typingMilliseconds = 300;

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  queryClient.prefetchQuery(accessQuery(id));

/** How what is known becomes access, and what three people of this system get by what is being typed. */
export function ConnectionAccessPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(accessQuery(id));
  return (
    <>
      <ConnectionAbove id={id} />
      {data ? (
        <Editor key={id} id={id} record={data} />
      ) : error ? (
        <PageProblem problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </>
  );
}

function Editor({ id, record }: { readonly id: string; readonly record: ReadAccess }) {
  const queryClient = useQueryClient();
  const mayWrite = useMay('connections:write');
  const latest = useRef(record);
  const [draft, setDraft] = useState<Values>();
  const [tried] = useDebouncedValue(draft, typingMilliseconds);
  const accessReadAt = queryClient.getQueryState(accessQuery(id).queryKey)?.dataUpdatedAt;
  const trial = useQuery({
    queryKey: ['connection', id, 'access', 'trial', record.etag, JSON.stringify(tried ?? null)],
    meta: { topics: ['guests'] },
    queryFn: ({ signal }) => tryAccess(id, tried, signal),
    // With nothing typed it came with the access itself.
    ...(tried === undefined && { initialData: record.trial, initialDataUpdatedAt: accessReadAt }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = trial.data ?? record.trial;
  const fields = useAccessFields(record.trial);
  const problems = useMemo(() => problemsOf(shown, trial.error), [shown, trial.error]);
  const isElsewhere = trial.error && Object.keys(problems).length === 0;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Access rules</Trans>
        </Title>
        <AsCurl path={`/connections/${id}`} />
      </Group>
      <Text>
        <Trans>From preset {String(record.trial.access.preset)}, with the changes made here.</Trans>
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Stack miw={0}>
          <ResourceForm
            fields={fields}
            record={record}
            read={async () => (latest.current = await readAccess(id, readConnection(id)))}
            save={async (changes, etag) => {
              const saved = await saveAccess(id, accessWith(latest.current.own, changes), etag);
              latest.current = saved;
              queryClient.setQueryData(accessQuery(id).queryKey, saved);
              void queryClient.invalidateQueries({ queryKey: connectionQuery(id).queryKey, exact: true });
              return saved;
            }}
            onChanges={(changes) =>
              setDraft(Object.keys(changes).length > 0 ? accessWith(latest.current.own, changes) : undefined)
            }
            problems={problems}
            disabled={!mayWrite}
          />
        </Stack>
        <Stack miw={0}>
          {isElsewhere && <ProblemNotice problem={trial.error} />}
          <PeopleTable people={shown.people} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

/** Beside its field: what no connection could be saved with, and whose record cannot be turned into access. */
function problemsOf({ people }: AccessTrial, error: Error | null): Readonly<Record<string, string>> {
  if (error) return error instanceof ApiProblem ? error.byField : {};
  return Object.fromEntries(
    people
      .filter(({ grant }) => grant === 'problem')
      // Of several people the first is named.
      .toReversed()
      .map((person) => [`access.${person.field ?? ''}`, `${roomAndName(person)}: ${person.detail ?? ''}`]),
  );
}
