import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { ResourceForm } from '../../parts/form/resource-form';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { ConnectionAbove } from '../connection/connection-above';
import { useSettingsFields } from './settings-fields';
import { type OfWhat, type ReadSettings, saveSettings, settingsQuery } from './settings-records';
import { TestMessage } from './test-message';

const ofConnection = getRouteApi('/shell/connections/$id/delivery-settings');

/** How credentials reach people, where a connection says nothing of its own. */
export function DeliverySettingsPage() {
  return <Settings of={undefined} />;
}

export function ConnectionDeliveryPage() {
  const { id } = ofConnection.useParams();
  return (
    <>
      <ConnectionAbove id={id} />
      <Settings key={id} of={id} />
    </>
  );
}

function Settings({ of }: { readonly of: OfWhat }) {
  const { data, error, refetch } = useQuery(settingsQuery(of));
  if (data) return <Editor of={of} record={data} />;
  return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
}

function Editor({ of, record }: { readonly of: OfWhat; readonly record: ReadSettings }) {
  const queryClient = useQueryClient();
  const mayWrite = useMay('connections:write');
  const fields = useSettingsFields(record.secretsSet);
  const query = settingsQuery(of);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Messages and templates</Trans>
        </Title>
        <AsCurl path={of === undefined ? '/delivery-settings' : `/connections/${of}/delivery-settings`} />
      </Group>
      <Text>
        {of === undefined ? (
          <Trans>Applies to every connection without settings of its own.</Trans>
        ) : (
          <Trans>Empty fields use the organization's settings.</Trans>
        )}
      </Text>
      <ResourceForm
        fields={fields}
        record={record}
        read={() => queryClient.fetchQuery(query)}
        save={async (changes) => {
          const saved = await saveSettings(of, changes);
          queryClient.setQueryData(query.queryKey, saved);
          return saved;
        }}
        disabled={!mayWrite}
      />
      {mayWrite && <TestMessage of={of} />}
    </Stack>
  );
}
