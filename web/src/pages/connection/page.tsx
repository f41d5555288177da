import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import type { Api } from '../../api/types';
import { AsCurl } from '../../parts/as-curl';
import type { FormField } from '../../parts/form/form-field';
import { ResourceForm } from '../../parts/form/resource-form';
import { settingsFields } from '../../parts/form/settings-fields';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { Ago } from '../../parts/time';
import { colours, useConnectionWords } from '../connections/status';
import {
  askConnection,
  connectionQuery,
  connectorQuery,
  isDraft,
  readConnection,
  saveConnection,
} from './connection-record';
import { ConnectionActions } from './connection-actions';
import { ConnectionLinks } from './connection-links';
import { useLimitFields } from './limit-fields';
import { LinkHistory, linkHistoryQuery } from './link-history';
import { Removal } from './removal';
import { SettingsTest } from './settings-test';

const route = getRouteApi('/shell/connections/$id');

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  Promise.all([askConnection(queryClient, id), queryClient.prefetchQuery(linkHistoryQuery(id))]);

/** One connection: how it is, and its settings by the schema of its connector. */
export function ConnectionPage() {
  const { id } = route.useParams();
  const queryClient = useQueryClient();
  const mayWrite = useMay('connections:write');
  const query = connectionQuery(id);
  const { data, error, refetch } = useQuery(query);
  const { data: connector, error: unknown } = useQuery(connectorQuery(data?.connection.connector));
  // Shown with what is beneath it, which would move down otherwise; not where that has to be asked for again.
  const history = useQuery(linkHistoryQuery(id));
  const isHistoryAwaited = history.isPending && history.failureCount === 0;
  const fields = useFields(connector, data?.connection.secrets_set ?? []);
  const problem = error ?? unknown;
  // What is there stays, and with it what was typed: also when it cannot be read again.
  if (!data || !connector || isHistoryAwaited)
    return problem ? <PageProblem problem={problem} retry={() => void refetch()} /> : <PageLoading />;
  return (
    <Stack>
      <Overview connection={data.connection} connector={connector.name} />
      {mayWrite && (
        <ConnectionActions
          abilities={connector.abilities}
          connection={data.connection}
          onChanged={() => void refetch()}
        />
      )}
      {mayWrite && isDraft(data.connection) && (
        <Group>
          <Button renderRoot={(props) => <Link to="/connections/$id/set-up" params={{ id }} {...props} />}>
            <Trans>Test it, preview the result, and enable it</Trans>
          </Button>
        </Group>
      )}
      <ConnectionLinks abilities={connector.abilities} hasMapping={hasMapping(connector)} id={id} />
      <LinkHistory id={id} />
      {mayWrite && <SettingsTest id={id} onTested={() => void refetch()} />}
      <Title order={2} size="h3">
        <Trans>Settings</Trans>
      </Title>
      <ResourceForm
        // Another connection is another form; the same one read again leaves what is typed alone.
        key={id}
        fields={fields}
        record={data}
        read={() => readConnection(id)}
        save={async (changes, etag) => {
          const saved = await saveConnection(id, changes, etag);
          queryClient.setQueryData(query.queryKey, saved);
          await queryClient.invalidateQueries({ queryKey: ['connections'] });
          return saved;
        }}
        addressOf={(other) => `/console/connections/${other}`}
        disabled={!mayWrite}
      />
      {mayWrite && (
        <Group>
          <Removal connection={data.connection} etag={data.etag} />
        </Group>
      )}
    </Stack>
  );
}

function Overview({
  connection,
  connector,
}: {
  readonly connection: Api<'ConnectionDto'>;
  readonly connector: string;
}) {
  const words = useConnectionWords();
  const { id, name, status, link, last_problem, last_full_scan_at, silent_since, console_unreachable_since } =
    connection;
  return (
    <Stack gap="xs">
      <Anchor size="sm" renderRoot={(props) => <Link to="/connections" search={{}} {...props} />}>
        <Trans>Connections</Trans>
      </Anchor>
      <Group justify="space-between">
        <Group>
          <Title order={1}>{name}</Title>
          <Badge color={colours[status]} variant="dot">
            {words[status]}
          </Badge>
        </Group>
        <AsCurl path={`/connections/${id}`} />
      </Group>
      <Text c="dimmed">{connector}</Text>
      {last_problem && <Text c="red">{last_problem.detail}</Text>}
      {link?.detail && <Text>{link.detail}</Text>}
      {link?.last_heard_at && (
        <Text>
          <Trans>Last seen:</Trans> <Ago at={link.last_heard_at} />
        </Text>
      )}
      {silent_since && (
        <Text>
          <Trans>Silent for longer than usual, since:</Trans> <Ago at={silent_since} />
        </Text>
      )}
      {console_unreachable_since && (
        <Text c="red">
          <Trans>The console cannot be reached, and changes wait, since:</Trans> <Ago at={console_unreachable_since} />
        </Text>
      )}
      {last_full_scan_at && (
        <Text>
          <Trans>Last full list:</Trans> <Ago at={last_full_scan_at} />
        </Text>
      )}
    </Stack>
  );
}

function hasMapping({ settings_schema }: Api<'ConnectorDto'>): boolean {
  return Object.hasOwn((settings_schema.properties as object | undefined) ?? {}, 'mapping');
}

function useFields(connector: Api<'ConnectorDto'> | undefined, secretsSet: readonly string[]): FormField[] {
  const { t } = useLingui();
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    {
      name: 'enabled',
      label: t`Enabled`,
      description: t`When disabled, it does not sync. Access stays as it is.`,
      kind: 'switch',
    },
    // The mapping has a page of its own.
    ...settingsFields(connector?.settings_schema ?? {}, secretsSet).filter(({ name }) => name !== 'settings.mapping'),
    {
      name: 'access',
      label: t`Access`,
      description: t`A preset and its overrides. Most of it can be edited under Access rules.`,
      kind: 'json',
    },
    ...useLimitFields(),
  ];
}
