import { Trans } from '@lingui/react/macro';
import { Anchor, Card, Group, List, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { Period } from '../report/period';
import { type Report, reportsQuery, seriesQuery } from '../report/report-records';
import type { SpanSearch } from '../report/report-search';
import { useReportWords } from '../report/report-words';
import { chartHeight, SeriesChart } from '../report/series-chart';
import { permits, useSession } from '../../app/session';

const route = getRouteApi('/shell/reports');
/** What is looked at first: how many are on, and why some are not. */
const pictured = ['14', '7'];
const picturesIn = (reports: readonly Report[]) =>
  pictured.flatMap((id) => reports.find((each) => each.id === id) ?? []);
const pictureQuery = ({ id, chart }: Report, span: SpanSearch) => seriesQuery(id, { ...span, by: chart?.groupings[0] });

export const askFirst = async (queryClient: QueryClient, search: SpanSearch) => {
  const reports = await queryClient.fetchQuery(reportsQuery);
  await Promise.all(picturesIn(reports).map((report) => queryClient.prefetchQuery(pictureQuery(report, search))));
};

/** Every report, and the two pictures that are looked at first. */
export function ReportsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { titleOf } = useReportWords();
  const permissions = useSession()?.permissions ?? [];
  const { data, error, refetch } = useQuery(reportsQuery);
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const readable = data.filter(({ permission }) => permission === null || permits(permissions, permission));
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Reports</Trans>
        </Title>
        <Period
          key={`${search.earliest} ${search.latest}`}
          search={search}
          usual="-24h"
          onSpan={(span) => void navigate({ search: span, resetScroll: false })}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {picturesIn(data).map((report) => (
          <Picture key={report.id} report={report} span={search} />
        ))}
      </SimpleGrid>
      <Title order={2} size="h4">
        <Trans>All reports</Trans>
      </Title>
      <List>
        {readable.map((report) => (
          <List.Item key={report.id}>
            <Anchor
              renderRoot={(props) => <Link to="/reports/$id" params={{ id: report.id }} search={search} {...props} />}
            >
              {titleOf(report)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Picture({ report, span }: { readonly report: Report; readonly span: SpanSearch }) {
  const { titleOf } = useReportWords();
  const [asNumbers, setAsNumbers] = useState(false);
  const { data, error, refetch } = useQuery(pictureQuery(report, span));
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        <Anchor
          inherit
          renderRoot={(props) => <Link to="/reports/$id" params={{ id: report.id }} search={span} {...props} />}
        >
          {titleOf(report)}
        </Anchor>
      </Title>
      {data ? (
        <SeriesChart title={titleOf(report)} series={data} asNumbers={asNumbers} onNumbers={setAsNumbers} />
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <Skeleton h={chartHeight} />
      )}
    </Card>
  );
}
