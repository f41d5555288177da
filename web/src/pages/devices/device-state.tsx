import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { ManagedNote } from '../../parts/record/managed-note';
import { SwitchButton } from '../../parts/record/switch-button';
import { Ago, Time } from '../../parts/time';
import { type Device, devices } from './device-records';

/** Whether it is online, where, and the button that keeps it out. */
export function DeviceState({ device: { id, mac, disabled, source } }: { readonly device: Device }) {
  const { t } = useLingui();
  const mayWrite = useMay('devices:write');
  const isBlocked = disabled === 1;
  return (
    <Stack gap="xs">
      {isBlocked && (
        <Alert color="red">
          <Trans>It is blocked on all access points.</Trans>
        </Alert>
      )}
      <ManagedNote source={source} />
      {useMay('online:read') && <Session mac={mac} />}
      {mayWrite && (
        <Group>
          <SwitchButton
            resource={devices}
            id={id}
            label={isBlocked ? t`Unblock` : t`Block`}
            changes={{ disabled: isBlocked ? 0 : 1 }}
          />
        </Group>
      )}
    </Stack>
  );
}

function Session({ mac }: { readonly mac: string }) {
  const { data } = useQuery({
    queryKey: ['online', 'of', mac],
    queryFn: async ({ signal }) => {
      const query = { filter: JSON.stringify({ mac: { eq: mac } }), page_size: 1 };
      return pageOf<Api<'OnlineDto'>>((await api.GET('/online', { params: { query }, signal })).data!);
    },
  });
  const [session] = data?.rows ?? [];
  if (!data) return null;
  if (!session) return <LastSeen mac={mac} />;
  return (
    <Text>
      <Anchor underline="always" renderRoot={(props) => <Link to="/online" search={{ id: session.id }} {...props} />}>
        <Trans>Online</Trans>
      </Anchor>{' '}
      <Trans>
        since <Time at={session.since} /> by {session.access_point}
      </Trans>
    </Text>
  );
}

/** Sessions are kept longer than anybody asks after a device. */
const earliest = '-30d';

/** Of its latest session, as the access point reported it last. */
function LastSeen({ mac }: { readonly mac: string }) {
  const { data } = useQuery({
    queryKey: ['online', 'last-of', mac],
    queryFn: async ({ signal }) => {
      const filter = JSON.stringify({ mac: { eq: mac } });
      const query = { earliest, filter, columns: 'updated_at,access_point', sort: 'started_at:desc', page_size: 1 };
      const params = { path: { report_id: '111' }, query };
      const { data } = await api.GET('/reports/{report_id}', { params, signal });
      // Beneath /api alone this address answers a task.
      return pageOf<LatestSession>(data as Api<'ReportDataDto'>).rows[0] ?? null;
    },
    enabled: useMay('reports:read'),
  });
  const ago = <Ago at={data?.updated_at} />;
  if (!data)
    return (
      <Text>
        <Trans>Not online</Trans>
      </Text>
    );
  return (
    <Text>
      <Trans>
        Not online, last seen {ago} by {data.access_point}
      </Trans>
    </Text>
  );
}

interface LatestSession {
  readonly updated_at: string;
  readonly access_point: string | null;
}
