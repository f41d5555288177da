import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { ProblemNotice } from '../../parts/page-state';
import { PlanTable } from './plan-table';
import { plannedRows } from './planned-rows';

/** A message as the system would send it: what is understood of it, and what would follow. */
export function MessageTrial({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [message, setMessage] = useState('');
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const body = { payload: message, limit: 50 };
      return (await api.POST('/connections/{id}/preview', { params: { path: { id } }, body })).data!;
    },
  });
  return (
    <Stack gap="xs" align="flex-start" maw={640} w="100%">
      <Textarea
        w="100%"
        label={t`Test message`}
        description={t`A message as the system would send it. It is not stored.`}
        autosize
        minRows={3}
        maxRows={12}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <Button variant="default" disabled={message.trim() === ''} loading={isPending} onClick={() => mutate()}>
        <Trans>Test message</Trans>
      </Button>
      {error && <ProblemNotice problem={error} />}
      {data &&
        (data.plan.length === 0 ? (
          <Text role="status">
            <Trans>It would change nothing.</Trans>
          </Text>
        ) : (
          <PlanTable rows={plannedRows(data.plan)} counts={data.summary} />
        ))}
    </Stack>
  );
}
