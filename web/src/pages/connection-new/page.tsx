import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import type { FormField } from '../../parts/form/form-field';
import { ResourceForm } from '../../parts/form/resource-form';
import { settingsFields, usualSettings } from '../../parts/form/settings-fields';
import { Markdown } from '../../parts/markdown';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { connectorsQuery, makeDraft } from '../connection/connection-record';
import { Catalogue } from './catalogue';
import { type Connector, useConnectorWords } from './connector-words';

const route = getRouteApi('/shell/connections/new');

export const askFirst = (queryClient: QueryClient) => queryClient.prefetchQuery(connectorsQuery);

/** A system is chosen, and its settings are given; nothing begins to work by it. */
export function NewConnectionPage() {
  const { connector: key, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('connections:write');
  const { data: connectors, error, refetch } = useQuery(connectorsQuery);
  if (!connectors) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const chosen = connectors.find((each) => each.key === key);
  return (
    <Stack>
      <Anchor size="sm" renderRoot={(props) => <Link to="/connections" search={{}} {...props} />}>
        <Trans>Connections</Trans>
      </Anchor>
      <Title order={1}>{chosen ? <Trans>Connect {chosen.name}</Trans> : <Trans>Connect a system</Trans>}</Title>
      {!mayWrite ? (
        <Text>
          <Trans>Your role does not allow you to connect systems.</Trans>
        </Text>
      ) : chosen ? (
        <Draft key={chosen.key} connector={chosen} connectors={connectors} />
      ) : (
        <Catalogue
          connectors={connectors}
          wanted={q}
          onWanted={(wanted) => void navigate({ search: wanted ? { q: wanted } : {}, replace: true })}
        />
      )}
    </Stack>
  );
}

interface Props {
  readonly connector: Connector;
  readonly connectors: readonly Connector[];
}

function Draft({ connector, connectors }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const fields = useFields(connector, connectors);
  const { default_access, settings_schema, set_up } = connector;
  const blank = {
    values: { settings: usualSettings(settings_schema), access: { preset: default_access.preset } },
    etag: undefined,
  };
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link to="/connections/new" search={{}} {...props} />}>
        <Trans>Choose another system</Trans>
      </Anchor>
      <Title order={2} size="h3">
        <Trans>First, in the other system</Trans>
      </Title>
      <Markdown text={set_up} />
      <Title order={2} size="h3">
        <Trans>Then, here</Trans>
      </Title>
      <Text>
        <Trans>It is saved as a draft: it stays inactive and gives nobody access until you enable it.</Trans>
      </Text>
      <ResourceForm
        isNew
        fields={fields}
        record={blank}
        read={() => Promise.resolve(blank)}
        save={async (values) => {
          const made = await makeDraft(queryClient, connector.key, values);
          await queryClient.invalidateQueries({ queryKey: ['connections'] });
          // The form has to hear first that it is saved, or it would ask whether to leave what was typed.
          setTimeout(() => void navigate({ to: '/connections/$id/set-up', params: { id: made.connection.id } }));
          return made;
        }}
      />
    </>
  );
}

function useFields(connector: Connector, connectors: readonly Connector[]): FormField[] {
  const { t } = useLingui();
  const { presets: labels } = useConnectorWords();
  // What a mapping makes of a message is known only when it is written.
  const of = connector.family === 'generic' ? connectors : [connector];
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true, example: connector.name },
    ...settingsFields(connector.settings_schema, []),
    {
      name: 'access.preset',
      label: t`Access`,
      description: t`Determines who gets access and how. You can refine it later.`,
      kind: 'choice',
      required: true,
      values: [...new Set(of.flatMap(({ presets }) => presets))],
      labels,
    },
  ];
}
