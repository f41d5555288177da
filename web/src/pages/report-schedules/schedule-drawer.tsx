import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay, useSession } from '../../app/session';
import { AsCurl } from '../../parts/as-curl';
import { ResourceForm } from '../../parts/form/resource-form';
import { PageLoading, ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { useScheduleFields } from './schedule-fields';
import { changeSchedule, createSchedule, readSchedule, removeSchedule } from './schedule-records';
import { SideDrawer } from '../../parts/side-drawer';

interface Props {
  /** Undefined: one that is not made yet. */
  readonly id: string | undefined;
  /** The report of a new one. */
  readonly report: string | undefined;
  /** Without an id: the drawer closes. */
  readonly onLeave: (id?: string) => void;
}

/** A report by mail: what, when, to whom, and whether the latest one arrived. */
export function ScheduleDrawer({ id, report, onLeave }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const fields = useScheduleFields();
  const mayWrite = useMay('reports:write');
  const timeZone = useSession()?.organization.time_zone ?? 'UTC';
  const key = ['report-schedules', 'one', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => readSchedule(id ?? ''),
    enabled: id !== undefined,
  });
  const again = () => queryClient.invalidateQueries({ queryKey: ['report-schedules'], refetchType: 'active' });
  const removing = useMutation({
    mutationFn: () => removeSchedule(id ?? ''),
    onSuccess: async () => {
      onLeave();
      await again();
    },
  });
  const unmade = {
    values: {
      report_id: report ?? '',
      every: '',
      weekday: '1',
      month_day: 1,
      hour: 7,
      time_zone: timeZone,
      format: 'csv',
    },
    etag: undefined,
  };
  return (
    <SideDrawer
      onClose={() => onLeave()}

      size="lg"
      title={data?.schedule.name ?? t`Scheduled report`}
    >
      {id === undefined ? (
        <ResourceForm
          fields={fields}
          record={unmade}
          read={() => Promise.resolve(unmade)}
          save={async (changes) => {
            const made = await createSchedule({ ...unmade.values, ...changes });
            await again();
            // The form has to hear first that it is saved, or it would ask whether to leave what was typed.
            setTimeout(() => onLeave(made.schedule.id));
            return made;
          }}
        />
      ) : data ? (
        <Stack>
          <Text>
            {data.schedule.next_at ? (
              <Trans>
                Next: <Time at={data.schedule.next_at} />
              </Trans>
            ) : (
              <Trans>It is disabled.</Trans>
            )}
          </Text>
          {data.schedule.last_sent_at && (
            <Text>
              <Trans>
                Last sent: <Time at={data.schedule.last_sent_at} />
              </Trans>
            </Text>
          )}
          {data.schedule.problem && (
            <Alert color="red" title={t`The last e-mail was not delivered`}>
              {data.schedule.problem}
            </Alert>
          )}
          <ResourceForm
            key={id}
            fields={fields}
            record={data}
            read={() => readSchedule(id)}
            save={async (changes, etag) => {
              const saved = await changeSchedule(id, changes, etag);
              queryClient.setQueryData(key, saved);
              await again();
              return saved;
            }}
            disabled={!mayWrite}
          />
          {removing.error && <ProblemNotice problem={removing.error} />}
          <Group justify="space-between">
            {mayWrite && (
              <Button
                color="red"
                variant="outline"
                loading={removing.isPending}
                onClick={() => {
                  if (window.confirm(t`Delete this schedule? The report will no longer be sent.`)) removing.mutate();
                }}
              >
                <Trans>Delete</Trans>
              </Button>
            )}
            <AsCurl path={`/report-schedules/${id}`} />
          </Group>
        </Stack>
      ) : error ? (
        <ProblemNotice problem={error} retry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
    </SideDrawer>
  );
}
