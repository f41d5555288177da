import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import { downloadCsv } from '../../parts/download';
import { ProblemNotice } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';
import { fileOf, type Report, type ReportTask, removeTask, rowsAsCsv, startTask, tasksQuery } from './report-records';
import type { ReportSearch } from './report-search';
import { useReportWords } from './report-words';

/** CSV at once, or a file that is made in the background, with its progress. */
export function Files({ report, search }: { readonly report: Report; readonly search: ReportSearch }) {
  const { t } = useLingui();
  const { titleOf } = useReportWords();
  const maySchedule = useMay('reports:write');
  const queryClient = useQueryClient();
  const tasks = useQuery(tasksQuery);
  const again = () => queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey });
  const csv = useMutation({
    mutationFn: async () => downloadCsv(await rowsAsCsv(report.id, search), `report-${report.id}.csv`),
  });
  const starting = useMutation({ mutationFn: () => startTask(report.id, search), onSettled: again });
  const mine = tasks.data?.filter(({ report_id }) => report_id === report.id) ?? [];
  const problem = csv.error ?? starting.error;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>Files</Trans>
      </Title>
      <Group>
        <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
          <Trans>Download as CSV</Trans>
        </Button>
        <Button variant="default" loading={starting.isPending} onClick={() => starting.mutate()}>
          <Trans>Export everything to a file</Trans>
        </Button>
        {maySchedule && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/report-schedules" search={{ id: 'new', report: report.id }} {...props} />}
          >
            <Trans>Send by mail</Trans>
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>
          Direct CSV download is limited to 100,000 rows. Files hold up to 5,000,000 rows and are kept for 48 hours.
        </Trans>
      </Text>
      {problem && <ProblemNotice problem={problem} />}
      {mine.length > 0 && (
        <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label={t`Files`}>
          <Table aria-label={t`Files of ${titleOf(report)}`}>
            <Table.Tbody>
              {mine.map((task) => (
                <File key={task.task_name} task={task} onChanged={again} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

function File({ task, onChanged }: { readonly task: ReportTask; readonly onChanged: () => unknown }) {
  const { t, i18n } = useLingui();
  const mayRemove = useMay('reports:write');
  const words: Readonly<Record<string, string>> = {
    queued: t`Queued`,
    running: t`Running`,
    completed: t`Done`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
    expired: t`Deleted`,
  };
  const fetching = useMutation({
    mutationFn: async () => downloadCsv(await fileOf(task.task_name), `report-${task.report_id}.csv`),
  });
  const removing = useMutation({ mutationFn: () => removeTask(task.task_name), onSettled: onChanged });
  const isOpen = task.status === 'queued' || task.status === 'running';
  const rows = i18n.number(task.rows);
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={task.earliest} /> – <Time at={task.latest} />
      </Table.Td>
      <Table.Td>
        {words[task.status] ?? task.status} · <Trans>{rows} rows</Trans> · <Ago at={task.created_at} />
        {isOpen && <Progress value={task.progress} aria-label={t`Progress`} mt={4} />}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="end">
          {task.status === 'completed' && (
            <Button size="compact-sm" variant="default" loading={fetching.isPending} onClick={() => fetching.mutate()}>
              <Trans>Download</Trans>
            </Button>
          )}
          {mayRemove && (isOpen || task.status === 'completed') && (
            <Button size="compact-sm" variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
              {isOpen ? <Trans>Cancel</Trans> : <Trans>Delete</Trans>}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
