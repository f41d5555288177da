import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Badge, Card, Group, Stack, Table, Text, Timeline, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AsCurl } from '../../parts/as-curl';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { type Facts, FactsTable } from '../../parts/record/facts-table';
import { Ago, Time } from '../../parts/time';
import { type Login, loginQuery } from './login-records';
import { useGateWords, useReasonWords } from './login-words';
import { Remedies } from './remedies';

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  queryClient.prefetchQuery(loginQuery(id));

const route = getRouteApi('/shell/logins/$id');

/** Why a login was refused, what to do about it, and whether the next one would pass. */
export function LoginPage() {
  const { t } = useLingui();
  const { id } = route.useParams();
  const reasons = useReasonWords();
  const { data: login, error, refetch } = useQuery(loginQuery(id));
  if (!login) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const rows: Facts = [
    [t`Name`, login.username],
    [t`Device`, login.mac],
    [t`Network`, login.ssid],
    [t`Access point`, login.access_point],
    [t`Method`, login.auth_method],
    [t`Policy`, login.policy],
  ];
  const { count, first_at } = login.repeats;
  const since = <Ago at={first_at} />;
  return (
    <Stack>
      <Anchor size="sm" mb="-xs" renderRoot={(props) => <Link to="/logins" search={{}} {...props} />}>
        <Trans>Logins</Trans>
      </Anchor>
      <Group justify="space-between">
        <Title order={1}>
          {login.outcome === 'accepted' ? <Trans>Accepted</Trans> : <Trans>Why it was rejected</Trans>}
        </Title>
        <AsCurl path={`/logins/${id}/explanation`} />
      </Group>
      <Text fw={600} size="lg">
        {login.outcome === 'accepted' ? (
          <Trans>Nothing prevented it.</Trans>
        ) : (
          (reasons[login.reason ?? ''] ?? login.reason_detail ?? login.reason)
        )}
      </Text>
      <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {[login.username, login.mac, login.access_point].filter(Boolean).join(' · ')} · <Time at={login.at} />
        {count > 1 && (
          <>
            {' · '}
            <Trans>
              {count} times since {since}
            </Trans>
          </>
        )}
      </Text>
      <NextTry login={login} />
      <Remedies login={login} />
      <Card withBorder>
        <Title order={2} size="h4" mb="sm">
          <Trans>Checks, in order</Trans>
        </Title>
        <Gates login={login} />
      </Card>
      <FactsTable facts={rows} />
      {login.reason_detail && (
        <Text size="sm">
          <Trans>The service said: {login.reason_detail}</Trans>
        </Text>
      )}
      <Reply login={login} />
    </Stack>
  );
}

/** What the same request would get now: the records may have changed since. */
function NextTry({ login: { now, outcome } }: { readonly login: Login }) {
  const reasons = useReasonWords();
  if (!now || outcome === 'accepted') return null;
  if (now.decision === 'permit')
    return (
      <Alert color="green" role="status">
        <Trans>With the current settings the next attempt would succeed, if the password is correct.</Trans>
      </Alert>
    );
  const why = reasons[now.reason ?? ''] ?? now.reason;
  return (
    <Alert color="orange" role="status">
      <Trans>The next attempt would also be rejected: {why}</Trans>
    </Alert>
  );
}

function Gates({ login }: { readonly login: Login }) {
  const words = useGateWords();
  const reasons = useReasonWords();
  const colours = { passed: 'green', closed: 'red', not_reached: 'gray', unknown: 'gray' } as const;
  const last = login.gates.findIndex(({ state }) => state !== 'passed');
  return (
    <Timeline bulletSize={16} lineWidth={2} active={last < 0 ? login.gates.length : last}>
      {login.gates.map(({ gate, state, reason }) => (
        <Timeline.Item
          key={gate}
          color={colours[state as keyof typeof colours]}
          title={
            <Group gap="xs" align="baseline">
              <Text fw={state === 'closed' ? 700 : 400}>{words[gate]}</Text>
              <Text size="sm" c="dimmed">
                {state === 'passed' ? (
                  <Trans>Yes</Trans>
                ) : state === 'unknown' ? (
                  <Trans>Not known if this was checked</Trans>
                ) : (
                  state !== 'closed' && <Trans>Not checked</Trans>
                )}
              </Text>
            </Group>
          }
        >
          {state === 'closed' && (
            <Badge color="red" variant="dot" tt="none" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
              {reasons[reason ?? ''] ?? reason}
            </Badge>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** Attributes that an Access-Accept would carry now, and where each comes from. */
function Reply({ login: { now } }: { readonly login: Login }) {
  const { t } = useLingui();
  if (!now || now.radius.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Reply to the access point</Trans>
      </Title>
      <Table aria-label={t`Reply to the access point`}>
        <Table.Tbody>
          {now.radius.map(({ attribute, value, from }) => (
            <Table.Tr key={`${attribute}=${value}`}>
              <Table.Th scope="row">{attribute}</Table.Th>
              <Table.Td>{value}</Table.Td>
              <Table.Td c="dimmed">{from}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
