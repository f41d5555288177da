import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Checkbox, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { Comparison } from './comparison';
import { SentPayload } from './sent-payload';
import { deliveriesQuery, type Delivery, sendAgain, type Webhook } from './webhook-records';

const colours = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

/** What was sent, each attempt with its answer, and once more at a touch. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook.id));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [first, second] = chosen;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        <Trans>Sent</Trans>
      </Title>
      {error && <ProblemNotice problem={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <Text c="dimmed">
          <Trans>Nothing yet.</Trans>
        </Text>
      )}
      {first && second && <Comparison ids={[first, second]} onEnd={() => setChosen([])} />}
      {data?.rows.map((delivery) => (
        <DeliveryFacts
          key={delivery.id}
          delivery={delivery}
          isOff={webhook.disabled === 1}
          isChosen={chosen.includes(delivery.id)}
          // Of three the first is let go.
          onChosen={(is) =>
            setChosen([...chosen.filter((id) => id !== delivery.id), ...(is ? [delivery.id] : [])].slice(-2))
          }
        />
      ))}
      {data && data.total > data.rows.length && (
        <Text c="dimmed" size="sm">
          <Trans>
            Latest {data.rows.length} of {data.total}.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

interface FactsProps {
  readonly delivery: Delivery;
  readonly isOff: boolean;
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
}

function DeliveryFacts({ delivery, isOff, isChosen, onChosen }: FactsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { t, i18n } = useLingui();
  const milliseconds = (value: number) => i18n.number(value, { style: 'unit', unit: 'millisecond' });
  const queryClient = useQueryClient();
  const mayWrite = useMay('webhooks:write');
  const { id, webhook_id, event, event_id, test, status, created_at, next_attempt_at, log } = delivery;
  const words = { pending: t`Sending`, delivered: t`Delivered`, failed: t`Not delivered` };
  const sending = useMutation({
    mutationFn: () => sendAgain(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook_id] }),
  });
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Group display="inline-flex" gap="xs">
          <Badge variant="dot" color={colours[status]}>
            {words[status]}
          </Badge>
          {event}
          {test && <Trans>(a test)</Trans>}
          <Time at={created_at} />
        </Group>
      </summary>
      <Stack gap="xs" ps="md" pt="xs">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {`webhook-id: ${event_id}`}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Stack gap="xs" miw={0}>
            <Text size="sm" fw={600}>
              <Trans>Request body</Trans>
            </Text>
            {isOpen && <SentPayload id={id} />}
          </Stack>
          <Stack gap="xs" miw={0}>
            <Text size="sm" fw={600}>
              <Trans>Response</Trans>
            </Text>
            {log.map(({ at, duration_ms, status: answered, error, response }) => (
              <div key={at}>
                <Text size="sm">
                  <Time at={at} /> · {answered ?? '–'} · {milliseconds(duration_ms)} {error && ` · ${error}`}
                </Text>
                {response && (
                  <Code block tabIndex={0}>
                    {response}
                  </Code>
                )}
              </div>
            ))}
          </Stack>
        </SimpleGrid>
        <Checkbox
          size="sm"
          label={t`Compare with another`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChosen(currentTarget.checked)}
        />
        {next_attempt_at && (
          <Text size="sm">
            <Trans>
              Next attempt <Time at={next_attempt_at} />
            </Trans>
          </Text>
        )}
        {mayWrite && !isOff && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          >
            <Trans>Send again</Trans>
          </Button>
        )}
        {sending.error && <ProblemNotice problem={sending.error} />}
      </Stack>
    </details>
  );
}
