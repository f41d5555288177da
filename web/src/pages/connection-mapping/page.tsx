import { Trans, useLingui } from '@lingui/react/macro';
import { Group, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryClient, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { type Values, valueAt } from '../../parts/form/form-field';
import { ResourceForm } from '../../parts/form/resource-form';
import { settingsFields } from '../../parts/form/settings-fields';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { ConnectionAbove } from '../connection/connection-above';
import {
  askConnection,
  connectionQuery,
  connectorQuery,
  type ReadConnection,
  readConnection,
  saveConnection,
} from '../connection/connection-record';
import { mappingField, problemsOf, trialQuery } from './mapping-records';
import { RecordsTable } from './records-table';

const route = getRouteApi('/shell/connections/$id/mapping');
const typingMilliseconds = 300;

export const askFirst = async (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) => {
  const { etag, values } = await askConnection(queryClient, id);
  if (valueAt(values, mappingField) !== undefined)
    await queryClient.prefetchQuery(trialQuery(id, etag, { mapping: undefined, message: '' }));
};

/** What messages of a system mean, and what becomes of three of its records by what is being typed. */
export function ConnectionMappingPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(connectionQuery(id));
  const { data: connector, error: unknown } = useQuery(connectorQuery(data?.connection.connector));
  const problem = error ?? unknown;
  return (
    <>
      <ConnectionAbove id={id} />
      {data && connector ? (
        <Editor key={id} id={id} record={data} schema={connector.settings_schema} />
      ) : problem ? (
        <PageProblem problem={problem} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </>
  );
}

interface Props {
  readonly id: string;
  readonly record: ReadConnection;
  readonly schema: Values;
}

function Editor({ id, record, schema }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWrite = useMay('connections:write');
  const fields = useMemo(() => settingsFields(schema, []).filter(({ name }) => name === mappingField), [schema]);
  const [draft, setDraft] = useState<Values>();
  const [message, setMessage] = useState('');
  const [tried] = useDebouncedValue({ mapping: draft, message }, typingMilliseconds);
  const trial = useQuery({
    ...trialQuery(id, record.etag, tried),
    placeholderData: keepPreviousData,
    enabled: fields.length > 0,
  });
  const records = trial.data ?? [];
  const problems = useMemo(() => problemsOf(trial.data ?? [], trial.error), [trial.data, trial.error]);
  const isElsewhere = trial.error && Object.keys(problems).length === 0;
  const saved = (valueAt(record.values, mappingField) ?? {}) as Values;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Mapping</Trans>
        </Title>
        <AsCurl path={`/connections/${id}`} />
      </Group>
      {fields.length === 0 ? (
        <Text>
          <Trans>This connector needs no mapping.</Trans>
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <Stack miw={0}>
            <ResourceForm
              fields={fields}
              record={record}
              read={() => readConnection(id)}
              save={async (changes, etag) => {
                const now = await saveConnection(id, changes, etag);
                queryClient.setQueryData(connectionQuery(id).queryKey, now);
                return now;
              }}
              onChanges={(changes) => setDraft(valueAt(changes, mappingField) as Values | undefined)}
              problems={problems}
              disabled={!mayWrite}
            />
          </Stack>
          <Stack miw={0}>
            {isElsewhere && <ProblemNotice problem={trial.error} />}
            <RecordsTable records={records} mapping={tried.mapping ?? saved} />
            <Textarea
              label={t`Test message`}
              description={t`JSON as the system sends it. Empty: the latest stored messages, or the sample.`}
              autosize
              minRows={3}
              maxRows={12}
              value={message}
              onChange={({ currentTarget }) => setMessage(currentTarget.value)}
            />
          </Stack>
        </SimpleGrid>
      )}
    </Stack>
  );
}
