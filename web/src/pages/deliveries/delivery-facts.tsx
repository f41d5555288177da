import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { FactsTable } from '../../parts/record/facts-table';
import type { Named } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { type CredentialDelivery, sendOnceMore, useDeliveryWords } from './delivery-records';

/** One message: where it went, what came of it, and once more. */
export function DeliveryFacts({ delivery }: { readonly delivery: Named<CredentialDelivery> }) {
  const { t } = useLingui();
  const mayWrite = useMay('deliveries:write');
  const queryClient = useQueryClient();
  const { statuses, ways, kinds, outcomes } = useDeliveryWords();
  const { id, status, via, kind, subject_id: subjectId, next_attempt_at: nextAt, delivered_at: takenAt } = delivery;
  const sending = useMutation({
    mutationFn: () => sendOnceMore(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <Stack>
      <FactsTable
        facts={[
          [t`To`, delivery.address],
          [t`By`, ways[via]],
          [t`What`, kind ? kinds[kind as 'user'] : outcomes[delivery.outcome]],
          [t`Status`, statuses[status]],
          [t`Why`, delivery.error ?? delivery.reason],
          [t`Language`, delivery.language],
          [t`Attempts`, delivery.attempts],
          [t`Resent`, delivery.redeliveries || null],
          [t`Created`, <Time key="made" at={delivery.created_at} />],
          [t`Delivered`, takenAt && <Time key="taken" at={takenAt} />],
          [t`Retrying`, nextAt && <Time key="next" at={nextAt} />],
        ]}
      />
      {delivery.uncertain && (
        <Text>
          <Trans>The person may receive the message twice.</Trans>
        </Text>
      )}
      <Group>
        {subjectId && (
          <Anchor renderRoot={(props) => <Link to="/people/$id" params={{ id: subjectId }} {...props} />}>
            <Trans>Person</Trans>
          </Anchor>
        )}
        {mayWrite && via !== 'answer' && (status !== 'pending' || sending.isSuccess) && (
          <Button
            variant="default"
            loading={sending.isPending}
            disabled={sending.isSuccess}
            onClick={() => sending.mutate()}
          >
            {sending.isSuccess ? <Trans>Sending</Trans> : <Trans>Resend</Trans>}
          </Button>
        )}
      </Group>
      {sending.error && <ProblemNotice problem={sending.error} />}
    </Stack>
  );
}
