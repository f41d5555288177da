import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Select, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '../../app/not-found';
import { AsCurl } from '../../parts/as-curl';
import { type Column, DataTable } from '../../parts/data-table';
import { listQuery } from '../../parts/list-search';
import { PageProblem } from '../../parts/page-problem';
import { Empty, PageLoading, ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { Files } from './files';
import { Period } from './period';
import {
  type Report,
  type ReportRow,
  reportRows,
  reportsQuery,
  rowsQuery,
  seriesQuery,
  tasksQuery,
} from './report-records';
import type { ReportSearch } from './report-search';
import { useReportWords } from './report-words';
import { chartHeight, SeriesChart } from './series-chart';

const route = getRouteApi('/shell/reports/$id');

const reportIn = (reports: readonly Report[], id: string) =>
  reports.find((each) => each.id === id || each.other_ids.includes(id));

type Charted = NonNullable<Report['chart']>;

/** What the chart is told apart by, and the rest of what it is of. */
function choiceOf(chart: Charted, search: ReportSearch) {
  const by = search.compare || search.by === 'none' ? undefined : (search.by ?? chart.groupings[0]);
  const { filter } = listQuery(search) as { filter?: string };
  return { measure: search.measure, by, step: search.step, filter };
}

const chartQuery = (id: string, chart: Charted, search: ReportSearch) =>
  seriesQuery(id, {
    ...choiceOf(chart, search),
    ...(search.earliest ? { earliest: search.earliest } : {}),
    ...(search.latest ? { latest: search.latest } : {}),
  });

export const askFirst = async (queryClient: QueryClient, search: ReportSearch, { id }: { readonly id: string }) => {
  void queryClient.prefetchQuery(tasksQuery);
  const report = reportIn(await queryClient.fetchQuery(reportsQuery), id);
  if (!report) return;
  void queryClient.prefetchQuery(reportRows(report.id, search));
  if (report.chart) await queryClient.prefetchQuery(chartQuery(report.id, report.chart, search));
};

/** One report: over time, and its rows with exact numbers. */
export function ReportPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(reportsQuery);
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const report = reportIn(data, id);
  return report ? <Shown key={report.id} report={report} /> : <NotFound />;
}

function Shown({ report }: { readonly report: Report }) {
  const { t } = useLingui();
  const { titleOf, columnOf } = useReportWords();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: ReportSearch) => void navigate({ search: next, resetScroll: false });
  const columns: Column<ReportRow>[] = report.columns
    .filter(({ is_usual }) => is_usual)
    .map(({ name, type }) => ({
      id: name,
      title: columnOf(name),
      sortable: true,
      cell: (row) => <Cell type={type} column={name} value={row[name] ?? null} />,
    }));
  return (
    <Stack>
      <Stack gap={4}>
        <Anchor size="sm" renderRoot={(props) => <Link to="/reports" search={{}} {...props} />}>
          <Trans>Reports</Trans>
        </Anchor>
        <Group justify="space-between">
          <Title order={1}>{titleOf(report)}</Title>
          <AsCurl path={`/reports/${report.id}?${new URLSearchParams(parametersOf(search)).toString()}`} />
        </Group>
      </Stack>
      <Group align="end">
        <Period
          key={`${search.earliest} ${search.latest}`}
          search={search}
          usual={report.id === '115' ? '-7d' : report.id === '121' ? '-30d' : '-24h'}
          onSpan={(span) => {
            const { earliest: _earliest, latest: _latest, page: _page, ...rest } = search;
            go({ ...rest, ...span });
          }}
        />
        {report.chart && <ChartChoice chart={report.chart} search={search} onSearch={go} />}
      </Group>
      {report.chart && <Chart report={report} chart={report.chart} search={search} onSearch={go} />}
      <Title order={2} size="h4">
        <Trans>Numbers</Trans>
      </Title>
      {report.is_grouped && <Buckets search={search} onSearch={go} />}
      <DataTable
        label={titleOf(report)}
        columns={columns}
        fields={report.columns.map(({ name }) => ({ name }))}
        query={reportRows(report.id, search)}
        search={search}
        onSearch={(list) => go({ ...search, ...list })}
        empty={<Empty title={t`No data in this period`} />}
      />
      <Files report={report} search={search} />
    </Stack>
  );
}

interface ChartProps {
  readonly chart: Charted;
  readonly search: ReportSearch;
  readonly onSearch: (search: ReportSearch) => void;
}

function ChartChoice({ chart, search, onSearch }: ChartProps) {
  const { t } = useLingui();
  const { columnOf } = useReportWords();
  const { measures, groupings } = chart;
  const named = (names: readonly string[]) => names.map((value) => ({ value, label: columnOf(value) }));
  const { by: _by, measure: _measure, ...rest } = search;
  const kept = { ...(search.by ? { by: search.by } : {}), ...(search.measure ? { measure: search.measure } : {}) };
  return (
    <>
      {measures.length > 1 && (
        <Select
          label={t`Metric`}
          allowDeselect={false}
          data={named(measures)}
          value={search.measure ?? measures[0] ?? null}
          onChange={(measure) => onSearch({ ...rest, ...kept, ...(measure ? { measure } : {}) })}
        />
      )}
      {groupings.length > 0 && (
        <Select
          label={t`Distinguished by`}
          allowDeselect={false}
          disabled={search.compare === true}
          data={[...named(groupings), { value: 'none', label: t`Nothing` }]}
          value={search.by ?? groupings[0] ?? null}
          onChange={(by) => onSearch({ ...rest, ...kept, ...(by ? { by } : {}) })}
        />
      )}
      <Switch
        label={t`Compare with the period before`}
        checked={search.compare === true}
        onChange={(event) => {
          const { compare: _compare, ...others } = search;
          onSearch(event.currentTarget.checked ? { ...others, compare: true } : others);
        }}
        pb={8}
      />
    </>
  );
}

function Chart({ report, chart, search, onSearch }: ChartProps & { readonly report: Report }) {
  const { titleOf } = useReportWords();
  const { data, error, refetch } = useQuery(chartQuery(report.id, chart, search));
  const length = data ? Date.parse(data.latest) - Date.parse(data.earliest) : 0;
  const { data: before } = useQuery({
    ...seriesQuery(report.id, {
      ...choiceOf(chart, search),
      step: data?.step_minutes,
      earliest: data ? new Date(Date.parse(data.earliest) - length).toISOString() : '',
      latest: data?.earliest ?? '',
    }),
    enabled: search.compare === true && data !== undefined,
  });
  if (!data)
    return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : <Skeleton h={chartHeight} />;
  return (
    <SeriesChart
      title={titleOf(report)}
      series={data}
      before={search.compare ? before : undefined}
      asNumbers={search.numbers === true}
      onNumbers={(numbers) => {
        const { numbers: _numbers, ...others } = search;
        onSearch(numbers ? { ...others, numbers } : others);
      }}
    />
  );
}

function Buckets({ search, onSearch }: Omit<ChartProps, 'chart'>) {
  const { t } = useLingui();
  return (
    <Select
      label={t`Rows`}
      maw={220}
      allowDeselect={false}
      data={[
        { value: '0', label: t`Whole period` },
        { value: '1', label: t`Hour` },
        { value: '24', label: t`Day` },
        { value: '168', label: t`Week` },
      ]}
      value={String(search.period ?? 0)}
      onChange={(value) => {
        const { period: _period, page: _page, ...rest } = search;
        onSearch(Number(value) > 0 ? { ...rest, period: Number(value) } : rest);
      }}
    />
  );
}

interface CellProps {
  readonly type: string;
  readonly column: string;
  readonly value: string | number | boolean | null;
}

function Cell({ type, column, value }: CellProps) {
  const { i18n } = useLingui();
  const { valueOf } = useReportWords();
  if (value === null) return null;
  if (type === 'instant') return <Time at={String(value)} />;
  return <Text size="sm">{typeof value === 'number' ? i18n.number(value) : valueOf(column, String(value))}</Text>;
}

function parametersOf(search: ReportSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(rowsQuery(search)).map(([name, value]) => [name, String(value)]));
}
