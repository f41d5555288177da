import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { type Column, DataTable } from '../../parts/data-table';
import { Empty } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { reportsQuery } from '../report/report-records';
import { useReportWords } from '../report/report-words';
import type { SchedulesSearch } from './search';
import { ScheduleDrawer } from './schedule-drawer';
import { type Schedule, scheduleList } from './schedule-records';

const route = getRouteApi('/shell/report-schedules');

export const rowsOf = (search: SchedulesSearch) => {
  const { report: _report, ...list } = search;
  return scheduleList(list);
};

/** Who gets which report when, and whether it arrives. */
export function ReportSchedulesPage() {
  const { t } = useLingui();
  const { id, report, ...list } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('reports:write');
  const { titleOf } = useReportWords();
  const reports = useQuery(reportsQuery).data ?? [];
  const open = (wanted: string) => void navigate({ search: { ...list, id: wanted } });
  const columns: Column<Schedule>[] = [
    {
      id: 'name',
      title: t`Name`,
      sortable: true,
      cell: (row) => (
        <Anchor component="button" ta="start" aria-haspopup="dialog" onClick={() => open(row.id)}>
          {row.name}
        </Anchor>
      ),
    },
    {
      id: 'report_id',
      title: t`Report`,
      sortable: true,
      cell: (row) => titleOf(reports.find((each) => each.id === row.report_id) ?? { id: row.report_id, title: '' }),
    },
    { id: 'recipients', title: t`Recipients`, cell: ({ recipients }) => recipients.join(', ') },
    { id: 'next_at', title: t`Next`, sortable: true, cell: ({ next_at }) => <Time at={next_at} /> },
    {
      id: 'problem',
      title: t`Status`,
      cell: ({ problem, disabled }) => (
        <Badge variant="dot" color={problem ? 'red' : disabled ? 'gray' : 'green'}>
          {problem ? <Trans>Not delivered</Trans> : disabled ? <Trans>Disabled</Trans> : <Trans>OK</Trans>}
        </Badge>
      ),
    },
  ];
  const add = mayWrite && (
    <Button aria-haspopup="dialog" onClick={() => open('new')}>
      <Trans>Send a report by mail</Trans>
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>
          <Trans>Scheduled reports</Trans>
        </Title>
        {add}
      </Group>
      <DataTable
        label={t`Scheduled reports`}
        columns={columns}
        fields={[
          { name: 'name' },
          { name: 'report_id', values: reports.map((each) => each.id) },
          { name: 'every', values: ['day', 'week', 'month'] },
          { name: 'disabled', values: ['0', '1'] },
        ]}
        query={scheduleList(list)}
        search={list}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No scheduled reports yet`}>
            <Trans>Send any report daily, weekly or monthly.</Trans>
          </Empty>
        }
      />
      {id !== undefined && (
        <ScheduleDrawer
          key={id}
          id={id === 'new' ? undefined : id}
          report={report}
          onLeave={(made) => void navigate({ search: made === undefined ? list : { ...list, id: made } })}
        />
      )}
    </>
  );
}
