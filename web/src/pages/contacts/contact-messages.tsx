import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { messagesQuery } from './contact-records';

const colours = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

/** What the contact was sent, and what came of it. */
export function ContactMessages({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(messagesQuery(id));
  const states: Readonly<Record<string, string>> = {
    pending: t`Sending`,
    delivered: t`Delivered`,
    failed: t`Not delivered`,
  };
  const kinds: Readonly<Record<string, string>> = {
    alerts: t`Alerts`,
    'digest.daily': t`Daily summary`,
    test: t`Test`,
  };
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
      {data && data.total > 0 && (
        <Table.ScrollContainer type="native" minWidth={300} tabIndex={0} role="region" aria-label={t`Sent`}>
          <Table aria-label={t`Sent`}>
            <Table.Tbody>
              {data.rows.map(({ id: message, kind, status, error: why, created_at }) => (
                <Table.Tr key={message}>
                  <Table.Td>
                    <Time at={created_at} />
                  </Table.Td>
                  <Table.Td>{kinds[kind] ?? kind}</Table.Td>
                  <Table.Td>
                    <Badge variant="dot" color={colours[status as 'failed'] ?? 'gray'}>
                      {states[status] ?? status}
                    </Badge>
                    {why && <Text size="sm">{why}</Text>}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
