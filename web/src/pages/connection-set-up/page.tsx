import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../app/session';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { askConnection, connectionQuery, connectorQuery, isDraft } from '../connection/connection-record';
import { Removal } from '../connection/removal';
import { SettingsTest } from '../connection/settings-test';
import { colours, useConnectionWords } from '../connections/status';
import { ListPreview } from './list-preview';
import { Places } from './places';
import { StoredPreview } from './stored-preview';
import { SwitchOn } from './switch-on';

const route = getRouteApi('/shell/connections/$id/set-up');
/** A link comes up by itself, beside what is done here. */
const lookMilliseconds = 3_000;

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  askConnection(queryClient, id);

/** From a draft to a connection at work: tested, seen on its own records, then switched on. */
export function ConnectionSetUpPage() {
  const { id } = route.useParams();
  const { run } = route.useSearch();
  const navigate = route.useNavigate();
  const words = useConnectionWords();
  const mayWrite = useMay('connections:write');
  const { data, error, refetch } = useQuery({ ...connectionQuery(id), refetchInterval: lookMilliseconds });
  const { data: connector, error: unknown } = useQuery(connectorQuery(data?.connection.connector));
  const problem = error ?? unknown;
  if (!data || !connector)
    return problem ? <PageProblem problem={problem} retry={() => void refetch()} /> : <PageLoading />;
  const { connection } = data;
  const { abilities } = connector;
  // What asks by itself can be asked before it is enabled; files are kept for connections that are.
  const isAsked = abilities.includes('snapshots') && !abilities.includes('examines');
  const again = () => void refetch();
  return (
    <Stack>
      <Anchor size="sm" renderRoot={(props) => <Link to="/connections/$id" params={{ id }} {...props} />}>
        <Trans>Settings</Trans>
      </Anchor>
      <Group>
        <Title order={1}>
          <Trans>Set up {connection.name}</Trans>
        </Title>
        <Badge color={colours[connection.status]} variant="dot">
          {words[connection.status]}
        </Badge>
      </Group>
      <Text c="dimmed">{connector.name}</Text>
      {!isDraft(connection) ? (
        <Text>
          <Trans>It is enabled: what it receives becomes access.</Trans>
        </Text>
      ) : !mayWrite ? (
        <Text>
          <Trans>It does not give access yet, and your role does not allow you to set it up.</Trans>
        </Text>
      ) : (
        <>
          <Places connection={connection} abilities={abilities} />
          <Step title={<Trans>1. Test</Trans>}>
            <SettingsTest id={id} onTested={again} />
          </Step>
          <Step title={<Trans>2. Preview</Trans>}>
            {isAsked ? (
              <ListPreview id={id} runId={run} onRun={(made) => void navigate({ search: { run: made } })} />
            ) : (
              <StoredPreview connection={connection} abilities={abilities} onChanged={again} />
            )}
          </Step>
          <Step title={<Trans>3. Enable</Trans>}>
            <SwitchOn connection={connection} />
          </Step>
          <Group mt="md">
            <Removal connection={connection} etag={data.etag} />
          </Group>
        </>
      )}
    </Stack>
  );
}

function Step({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
