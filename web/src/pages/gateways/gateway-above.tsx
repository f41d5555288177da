import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { Ago } from '../../parts/time';
import type { Gateway } from './gateway-records';
import { LastArrival } from './last-arrival';

/** When it last sent a guest, and whether everything is there that guests need. */
export function GatewayAbove({ gateway: { id, last_arrival_at } }: { readonly gateway: Gateway }) {
  const { t } = useLingui();
  const mayTest = useMay('gateways:write');
  const testing = useMutation({
    mutationFn: async () => (await api.POST('/gateways/{id}/test', { params: { path: { id } } })).data!,
  });
  return (
    <Stack gap="xs">
      <Text>
        {last_arrival_at ? (
          <Trans>
            Last guest sent <Ago at={last_arrival_at} />.
          </Trans>
        ) : (
          <Trans>It has not sent any guests yet.</Trans>
        )}
      </Text>
      {mayTest && (
        <Group>
          <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
            <Trans>Test saved settings</Trans>
          </Button>
        </Group>
      )}
      {last_arrival_at && <LastArrival id={id} />}
      {testing.error && <ProblemNotice problem={testing.error} />}
      {testing.data && (
        <Alert
          color={testing.data.ok ? 'green' : 'red'}
          role="status"
          title={testing.data.ok ? t`All good` : t`Incomplete`}
        >
          <List>
            {testing.data.checks.map(({ name, ok, detail, remedy }) => (
              <List.Item key={name} icon={<span aria-hidden="true">{ok ? '✓' : '✗'}</span>}>
                {detail}
                {remedy && <Text fw={500}>{remedy}</Text>}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
