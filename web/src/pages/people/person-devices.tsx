import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { Ago } from '../../parts/time';
import { addDevice, type PersonDetail, removeDevice, setDeviceBlocked } from './people-records';

type Device = PersonDetail['devices'][number];

const exampleMac = 'aa:bb:cc:00:11:22';

/** What was seen with the account or is registered for it; a television is added by its address. */
export function PersonDevices({ person: { id, devices, account } }: { readonly person: PersonDetail }) {
  const { t } = useLingui();
  const mayWrite = useMay('guests:write');
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['guests'] });
  const removing = useMutation({ mutationFn: (deviceId: string) => removeDevice(id, deviceId), onSuccess });
  const blocking = useMutation({
    mutationFn: ({ mac, disabled }: Device) => setDeviceBlocked(id, mac, disabled !== 1),
    onSuccess,
  });
  const adding = useMutation({ mutationFn: ({ mac, name }: NamedMac) => addDevice(id, mac, name), onSuccess });
  // Of what was done last: one that failed before it is over.
  const [last] = [removing, blocking, adding].toSorted((one, other) => other.submittedAt - one.submittedAt);
  const problem = last?.error;
  const mayBlock = mayWrite && Boolean(account?.user_id);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>Devices</Trans>
      </Title>
      {devices.length === 0 && (
        <Text c="dimmed">
          <Trans>No device seen yet.</Trans>
        </Text>
      )}
      {devices.length > 0 && (
        <Table aria-label={t`Devices`}>
          <Table.Tbody>
            {devices.map((device) => (
              <Table.Tr key={device.mac}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {device.name ?? device.mac}
                  <Group gap="xs">
                    <Ago at={device.last_seen_at} />
                    {device.disabled === 1 && (
                      <Badge color="red" variant="dot">
                        <Trans>Blocked</Trans>
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end">
                    {mayBlock && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        loading={blocking.isPending && blocking.variables.mac === device.mac}
                        aria-label={
                          device.disabled === 1
                            ? t`Unblock: ${device.name ?? device.mac}`
                            : t`Block ${device.name ?? device.mac}`
                        }
                        onClick={() => blocking.mutate(device)}
                      >
                        {device.disabled === 1 ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
                      </Button>
                    )}
                    {mayWrite && device.id !== null && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={t`Remove ${device.name ?? device.mac}`}
                        onClick={() => removing.mutate(device.id!)}
                      >
                        <Trans>Remove</Trans>
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {problem && !isBesideFields(problem) && <ProblemNotice problem={problem} />}
      {mayWrite && account?.user_id && <NewDevice adding={adding} />}
    </Stack>
  );
}

const isBesideFields = (problem: Error) => problem instanceof ApiProblem && Object.keys(problem.byField).length > 0;

interface NamedMac {
  readonly mac: string;
  readonly name: string;
}

function NewDevice({ adding }: { readonly adding: UseMutationResult<void, Error, NamedMac> }) {
  const { t } = useLingui();
  const form = useForm({ initialValues: { mac: '', name: '' } });
  const add = (values: NamedMac) =>
    adding.mutate(values, {
      onSuccess: form.reset,
      onError: (problem) => {
        if (problem instanceof ApiProblem) form.setErrors(problem.byField);
      },
    });
  return (
    <form onSubmit={form.onSubmit(add)}>
      <Group align="flex-start">
        <TextInput
          label={t`MAC address of the device`}
          placeholder={exampleMac}
          required
          {...form.getInputProps('mac')}
        />
        <TextInput label={t`Name`} {...form.getInputProps('name')} />
        <Button type="submit" variant="default" mt={24} loading={adding.isPending}>
          <Trans>Add</Trans>
        </Button>
      </Group>
    </form>
  );
}
