import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { ProblemNotice } from '../../parts/page-state';
import { Ago } from '../../parts/time';
import { FileUpload } from '../../parts/record/file-upload';
import { MessageTrial } from './message-trial';
import { PlanTable } from './plan-table';
import { plannedRows } from './planned-rows';

interface Props {
  readonly connection: Api<'ConnectionDto'>;
  readonly abilities: Api<'ConnectorDto'>['abilities'];
  readonly onChanged: () => void;
}

/** Heard before it is switched on: it listens and gives nobody access, and says what it would give. */
export function StoredPreview({ connection, abilities, onChanged }: Props) {
  const { id, enabled, pause, link } = connection;
  const isListening = enabled && pause === 'grants';
  const takesFiles = abilities.includes('examines');
  const listening = useMutation({
    mutationFn: async () => {
      const params = { path: { id } };
      // Paused first: not for a moment does it give anything.
      await api.POST('/connections/{id}/pause', { params, body: { mode: 'grants' } });
      await api.PATCH('/connections/{id}', { params, body: { enabled: true } });
    },
    onSuccess: onChanged,
  });
  const preview = useQuery({
    queryKey: ['connections', 'preview', id],
    meta: { topics: ['guests', 'files', 'runs'] },
    queryFn: async ({ signal }) => {
      const body = { limit: 50 };
      return (await api.POST('/connections/{id}/preview', { params: { path: { id } }, body, signal })).data!;
    },
    enabled: isListening,
  });
  const isReceiving = abilities.includes('receives');
  if (!isListening)
    return (
      <Stack gap="xs" align="flex-start">
        <Text>
          {takesFiles ? (
            <Trans>Upload a file to preview the result before anybody gets access.</Trans>
          ) : (
            <Trans>This system cannot be queried: it sends changes itself. Listen first without giving access.</Trans>
          )}
        </Text>
        <Button variant="default" loading={listening.isPending} onClick={() => listening.mutate()}>
          {takesFiles ? <Trans>Accept files without giving access</Trans> : <Trans>Listen without giving access</Trans>}
        </Button>
        {listening.error && <ProblemNotice problem={listening.error} />}
        {isReceiving && <MessageTrial id={id} />}
      </Stack>
    );
  return (
    <Stack gap="xs">
      <Text>
        <Trans>It is listening, and gives nobody access.</Trans>{' '}
        {link &&
          (link.connected ? (
            <Trans>The link is up.</Trans>
          ) : (
            <Trans>The link is not up: {link.detail ?? link.state}</Trans>
          ))}{' '}
        {link?.last_heard_at && (
          <>
            <Trans>Last seen:</Trans> <Ago at={link.last_heard_at} />
          </>
        )}
      </Text>
      {takesFiles && <FileUpload id={id} />}
      {preview.error && <ProblemNotice problem={preview.error} retry={() => void preview.refetch()} />}
      {preview.data &&
        (preview.data.plan.length === 0 ? (
          <Text role="status">
            <Trans>No activity yet.</Trans>
          </Text>
        ) : (
          <PlanTable rows={plannedRows(preview.data.plan)} counts={preview.data.summary} />
        ))}
      {preview.data?.warnings.map((warning) => (
        <Text key={warning}>{warning}</Text>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={preview.isFetching}
        onClick={() => void preview.refetch()}
      >
        <Trans>Refresh</Trans>
      </Button>
      {isReceiving && <MessageTrial id={id} />}
    </Stack>
  );
}
