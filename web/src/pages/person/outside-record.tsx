import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';

interface Props {
  readonly id: string;
  /** What the outside system is called. */
  readonly connection: string;
}

/** The record behind a person: compared with the outside at a touch, linked where its account is somebody's already. */
export function OutsideRecord({ id, connection }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayRead = useMay('connections:read');
  const mayWrite = useMay('connections:write');
  const { data } = useQuery({
    queryKey: ['guests', 'subject', id],
    queryFn: async ({ signal }) => (await api.GET('/subjects/{id}', { params: { path: { id } }, signal })).data!,
    enabled: mayRead && mayWrite,
  });
  const comparing = useMutation({
    mutationFn: () => api.POST('/subjects/{id}/sync', { params: { path: { id } } }),
    onSuccess: () => {
      notifications.show({ message: t`It matches the current data of ${connection}.` });
      return queryClient.invalidateQueries({ queryKey: ['guests'] });
    },
  });
  if (!mayWrite || !mayRead) return null;
  const name = String(data?.disputed?.account ?? data?.disputed?.name ?? '');
  return (
    <Stack gap="xs">
      {data?.disputed && (
        <Alert color="orange" title={t`Whose account is it?`}>
          <Stack gap="xs" align="flex-start">
            <Text>
              <Trans>
                The account {name} for this record already exists. Nothing happens until somebody confirms that it is
                the same person.
              </Trans>
            </Text>
            <ConfirmButton
              label={t`Same person`}
              question={t`Link this record to the account?`}
              consequence={t`${connection} manages the account from then on.`}
              run={async () => {
                await api.POST('/subjects/{id}/link', { params: { path: { id } } });
                await queryClient.invalidateQueries({ queryKey: ['guests'] });
              }}
            />
          </Stack>
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={comparing.isPending} onClick={() => comparing.mutate()}>
          <Trans>Compare with {connection} now</Trans>
        </Button>
      </Group>
      {comparing.error && <ProblemNotice problem={comparing.error} />}
    </Stack>
  );
}
