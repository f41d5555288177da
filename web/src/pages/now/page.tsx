import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Card, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { useReasonWords } from '../login/login-words';
import { Hours } from './hours';
import { Organizations } from './organizations';

/** The service looks again after five seconds at the earliest. */
const lookMilliseconds = 10_000;

const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async ({ signal }) => (await api.GET('/overview', { signal })).data!,
});

export const askFirst = (queryClient: QueryClient) => queryClient.prefetchQuery(overviewQuery);

/** One answer to: is anybody locked out who should not be? */
export function NowPage() {
  const { t, i18n } = useLingui();
  const reasons = useReasonWords();
  const { data, error, refetch } = useQuery({ ...overviewQuery, refetchInterval: lookMilliseconds });
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const { connections, today, online, rejections } = data;
  const troubled = connections && connections.silent + connections.down + connections.quarantined;
  const flows = [
    { title: t`Messages received`, flow: data.events },
    { title: t`Accounts changed`, flow: data.operations },
    { title: t`Logins accepted`, flow: data.logins },
    { title: t`Sessions started`, flow: data.sessions },
  ];
  return (
    <Stack>
      <Title order={1}>
        <Trans>Now</Trans>
      </Title>
      {error && <ProblemNotice problem={error} retry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 5 }}>
        {online && <Figure title={t`Connected devices`} value={i18n.number(online.devices)} to="/online" />}
        {troubled !== null && (
          <Figure
            title={t`Systems with problems`}
            value={i18n.number(troubled)}
            to="/connections"
            isBad={troubled > 0}
          />
        )}
        {data.held_runs !== null && (
          <Figure
            title={t`Plans awaiting approval`}
            value={i18n.number(data.held_runs)}
            to="/runs"
            q="status:held"
            isBad={data.held_runs > 0}
          />
        )}
        {data.open_alerts !== null && (
          <Figure
            title={t`Open alerts`}
            value={i18n.number(data.open_alerts)}
            to="/alerts"
            isBad={data.open_alerts > 0}
          />
        )}
        {today && <Figure title={t`Today's arrivals with access`} value={`${today.served} / ${today.arrivals}`} />}
      </SimpleGrid>
      <Title order={2} size="h3">
        <Trans>Last 24 hours</Trans>
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {flows.map(({ title, flow }) => flow && <Hours key={title} title={title} flow={flow} />)}
      </SimpleGrid>
      {rejections && rejections.length > 0 && (
        <Stack maw={560} gap="xs">
          <Title order={2} size="h3">
            <Trans>Rejected logins by reason</Trans>
          </Title>
          <Table aria-label={t`Rejected logins by reason`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">
                  <Trans>Reason</Trans>
                </Table.Th>
                <Table.Th scope="col">
                  <Trans>Logins</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rejections.map(({ reason, count }) => (
                <Table.Tr key={reason}>
                  <Table.Td>
                    <Anchor
                      renderRoot={(props) => (
                        <Link to="/logins" search={{ view: 'rejected', q: `reason:${reason}` }} {...props} />
                      )}
                    >
                      {reasons[reason] ?? reason}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{i18n.number(count)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      )}
      {data.organizations > 1 && <Organizations />}
    </Stack>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: ReactNode;
  readonly to?: LinkProps['to'];
  readonly q?: string;
  readonly isBad?: boolean;
}

function Figure({ title, value, to, q, isBad = false }: FigureProps) {
  return (
    <Card withBorder>
      {/* Words of two lines beside words of one: the figures still stand in a row. */}
      <Text size="sm" mb="auto">
        {to ? (
          <Anchor renderRoot={(props) => <Link to={to} search={q ? { q } : {}} {...props} />}>{title}</Anchor>
        ) : (
          title
        )}
      </Text>
      <Text fz={30} fw={700} c={isBad ? 'red' : undefined}>
        {value}
      </Text>
    </Card>
  );
}
