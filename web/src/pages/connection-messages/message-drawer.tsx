import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { FactsTable } from '../../parts/record/facts-table';
import { Time } from '../../parts/time';
import { useOperationWords } from '../operations/operation-words';
import { ledToQuery, type MessageDetail, messageQuery, readable, replay, useMessageWords } from './message-records';
import { SideDrawer } from '../../parts/side-drawer';

/** One message: as it came, what became of it, and what was written because of it. */
export function MessageDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(messageQuery(id));
  return (
    <SideDrawer onClose={onClose} size="lg" title={t`Incoming message`}>
      {data ? (
        <Facts message={data} />
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </SideDrawer>
  );
}

function Facts({ message }: { readonly message: MessageDetail }) {
  const { t } = useLingui();
  const words = useMessageWords();
  const { id, error, payload, payload_encoding: encoding, absorbed_at: absorbedAt } = message;
  return (
    <Stack>
      <FactsTable
        facts={[
          [t`When`, <Time key="at" at={message.received_at} />],
          [t`Status`, words[message.status]],
          [t`Why`, typeof error?.detail === 'string' ? error.detail : null],
          [t`Attempts`, message.attempts > 1 ? message.attempts : null],
          [t`Completed`, absorbedAt && <Time key="absorbed" at={absorbedAt} />],
          [t`SHA-256`, message.digest],
        ]}
      />
      <LedTo id={id} />
      <Title order={2} size="h4">
        <Trans>Raw</Trans>
      </Title>
      {payload === null ? (
        <Text c="dimmed">
          <Trans>It is no longer kept.</Trans>
        </Text>
      ) : (
        <Code block tabIndex={0} mah={400} style={{ overflow: 'auto' }}>
          {encoding === 'utf-8' ? readable(payload) : payload}
        </Code>
      )}
      <Group justify="space-between">
        <Again message={message} />
        <AsCurl path={`/events/${id}`} />
      </Group>
    </Stack>
  );
}

function LedTo({ id }: { readonly id: string }) {
  const { kinds, statuses } = useOperationWords();
  const mayRead = useMay('operations:read');
  const { data } = useQuery({ ...ledToQuery(id), enabled: mayRead });
  if (!mayRead || !data) return null;
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Result</Trans>
      </Title>
      {data.total === 0 ? (
        <Text c="dimmed">
          <Trans>It changed no account.</Trans>
        </Text>
      ) : (
        <Stack gap="xs">
          {data.rows.map(({ id: operation, person, user, kind, status, detail }) => (
            <Anchor
              key={operation}
              renderRoot={(props) => <Link to="/operations" search={{ id: operation }} {...props} />}
            >
              {[person ?? user, kinds[kind] ?? kind, statuses[status] ?? status, detail].filter(Boolean).join(' · ')}
            </Anchor>
          ))}
        </Stack>
      )}
    </>
  );
}

/** Once more, as if it had just come: what it says of records that are known to be newer changes nothing. */
function Again({ message: { id, has_payload: isKept, status } }: { readonly message: MessageDetail }) {
  const mayWrite = useMay('connections:write');
  const queryClient = useQueryClient();
  const replaying = useMutation({
    mutationFn: () => replay(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['events'] }),
  });
  if (!mayWrite || !isKept || status === 'received') return <span />;
  return (
    <Stack gap="xs">
      <Button variant="default" loading={replaying.isPending} onClick={() => replaying.mutate()}>
        <Trans>Process again</Trans>
      </Button>
      {replaying.error && <ProblemNotice problem={replaying.error} />}
    </Stack>
  );
}
