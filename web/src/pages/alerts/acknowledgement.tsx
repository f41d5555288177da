import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { InstantInput } from '../../parts/form/instant-input';
import { ProblemNotice } from '../../parts/page-state';
import type { Alert } from './alert-words';

/** Somebody takes care of it, and says so to the others; or no more. */
export function Acknowledgement({ alert: { id, status } }: { readonly alert: Alert }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWrite = useMay('alertcontacts:write');
  const [comment, setComment] = useState('');
  const [until, setUntil] = useState('');
  const path = { id };
  const { error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      if (status === 'open')
        await api.POST('/alerts/{id}/acknowledge', {
          params: { path },
          body: { comment: comment.trim() || null, until: until || null },
        });
      else await api.POST('/alerts/{id}/unacknowledge', { params: { path } });
    },
    onSuccess: async () => {
      setComment('');
      setUntil('');
      await queryClient.invalidateQueries({ queryKey: ['alerts'] });
      await queryClient.invalidateQueries({ queryKey: ['audit'] });
    },
  });
  if (!mayWrite || status === 'resolved') return null;
  return (
    <Stack gap="xs">
      {status === 'open' && (
        <Textarea
          label={t`Comment`}
          description={t`Visible to your colleagues. Until it ends, the alert is left out of counts and digests.`}
          autosize
          minRows={2}
          maxLength={500}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      )}
      {status === 'open' && (
        <InstantInput
          label={t`Snooze until`}
          description={t`The alert reopens then, and contacts are notified again. Empty: until it is resolved.`}
          value={until}
          onChange={setUntil}
        />
      )}
      <Group>
        <Button variant={status === 'open' ? 'filled' : 'default'} loading={isPending} onClick={() => mutate()}>
          {status === 'open' ? (
            until ? (
              <Trans>Snooze</Trans>
            ) : (
              <Trans>Acknowledge</Trans>
            )
          ) : (
            <Trans>Remove acknowledgement</Trans>
          )}
        </Button>
      </Group>
      {error && <ProblemNotice problem={error} />}
    </Stack>
  );
}
