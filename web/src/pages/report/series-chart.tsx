import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Center, Stack, Switch, Table, Text } from '@mantine/core';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { regionOf } from '../../app/languages';
import { useSession } from '../../app/session';
import { Legend } from '../../parts/chart/legend';
import type { Line } from '../../parts/chart/line';
import { Time } from '../../parts/time';
import type { Series } from './report-records';
import { useReportWords } from './report-words';
import { useMeasure } from './measure';

/** Nothing moves when the picture comes. */
const plotHeight = 260;
/** With the legend, what is most, and the switch beneath: as high as while it loads, whatever is in it. */
export const chartHeight = 352;

const Plot = lazy(() => import('../../parts/chart/plot').then(({ Plot: component }) => ({ default: component })));

interface Props {
  readonly title: string;
  readonly series: Series;
  /** The period before, of equal length: a second line, moved to where the first one is. */
  readonly before?: Series | undefined;
  readonly asNumbers: boolean;
  readonly onNumbers: (asNumbers: boolean) => void;
}

/** A report over time: the picture, what is what, the same in words and as a table. */
export function SeriesChart({ title, series, before, asNumbers, onNumbers }: Props) {
  const { t, i18n } = useLingui();
  const timeZone = useSession()?.organization.time_zone ?? 'UTC';
  const [place, setPlace] = useState<number | null>(null);
  const format = useMeasure(series.measure);
  const { valueOf } = useReportWords();
  const lines = useLines(series, before);
  const at = useMemo(() => series.at.map((each) => Date.parse(each) / 1000), [series]);
  const onPoint = useCallback((next: number | null) => setPlace(next), []);
  const shown = lines.map((line) => ({
    ...line,
    name: valueOf(series.by, line.name),
    total: series.kind === 'level' ? null : format(line.values.reduce((sum, value) => sum + value, 0)),
  }));
  const sums = series.at.map((_, index) =>
    (before ? lines.slice(0, 1) : lines).reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const most = Math.max(0, ...sums);
  const mostAt = new Intl.DateTimeFormat(regionOf(i18n.locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(series.at[sums.indexOf(most)] ?? series.earliest));
  const largest = format(most);
  const names = shown.map(({ name, total }) => (total === null ? name : `${name} ${total}`)).join(', ');
  if (lines.length === 0)
    return (
      <Center c="dimmed" h={chartHeight}>
        <Trans>No data in this period</Trans>
      </Center>
    );
  return (
    <Stack gap="xs" mih={chartHeight}>
      <Suspense fallback={<Box h={plotHeight} />}>
        <Plot
          at={at}
          lines={lines}
          height={plotHeight}
          isStacked={before === undefined}
          form={before ? 'line' : series.kind === 'level' ? 'area' : 'bars'}
          timeZone={timeZone}
          format={format}
          summary={t`${title}. Peak: ${largest}, ${mostAt}. ${names}`}
          onPoint={onPoint}
        />
      </Suspense>
      <Legend lines={shown} format={format} place={place} />
      <Text size="sm" c="dimmed" role="status" aria-live="off">
        {place === null ? (
          <Trans>
            Peak: {largest}, {mostAt}.
          </Trans>
        ) : (
          <Time at={series.at[place]} />
        )}
      </Text>
      <Switch label={t`Table`} checked={asNumbers} onChange={(event) => onNumbers(event.currentTarget.checked)} />
      {asNumbers && (
        <Table.ScrollContainer
          minWidth={400}
          mah={360}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={t`${title} over time`}
        >
          <Table stickyHeader aria-label={t`${title} over time`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">
                  <Trans>From</Trans>
                </Table.Th>
                {shown.map(({ name }) => (
                  <Table.Th key={name} scope="col">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {series.at.map((moment, index) => (
                <Table.Tr key={moment}>
                  <Table.Th scope="row">
                    <Time at={moment} />
                  </Table.Th>
                  {lines.map(({ name, values }) => (
                    <Table.Td key={name}>{i18n.number(values[index] ?? 0)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

function useLines(series: Series, before: Series | undefined): readonly Line[] {
  const { t } = useLingui();
  const [now, then, rest, unknown, all] = [t`This period`, t`Previous period`, t`All others`, t`Unknown`, t`All`];
  return useMemo(() => {
    if (before) {
      const empty = series.at.map(() => 0);
      return [
        { name: now, values: series.lines[0]?.values ?? empty },
        { name: then, values: empty.map((_, place) => before.lines[0]?.values[place] ?? 0) },
      ];
    }
    return series.lines.map(({ name, is_rest, values }) => ({
      name: is_rest ? rest : (name ?? (series.by === null ? all : unknown)),
      values,
    }));
  }, [series, before, now, then, rest, unknown, all]);
}
