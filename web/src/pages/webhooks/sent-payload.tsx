import { Trans, useLingui } from '@lingui/react/macro';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemNotice } from '../../parts/page-state';
import { payloadText } from './payload';
import { deliveryQuery } from './webhook-records';

/** The event as the receiver was sent it. */
export function SentPayload({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, error } = useQuery(deliveryQuery(id));
  if (error) return <ProblemNotice problem={error} />;
  if (!data) return null;
  if (data.payload === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>It is no longer kept, or does not exist yet.</Trans>
      </Text>
    );
  return (
    <Code block tabIndex={0} role="group" aria-label={t`Request body`}>
      {payloadText(data.payload)}
    </Code>
  );
}
