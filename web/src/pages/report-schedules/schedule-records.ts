import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import type { Values } from '../../parts/form/form-field';
import type { ReadRecord } from '../../parts/form/resource-form';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type Schedule = Api<'ReportScheduleDto'>;

export function scheduleList(search: ListSearch): ListRequest<Schedule> {
  const query = listQuery(search);
  return {
    queryKey: ['report-schedules', query],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/report-schedules', { params: { query }, signal });
      return pageOf<Schedule>(data!);
    },
  };
}

export interface ReadSchedule extends ReadRecord {
  readonly schedule: Schedule;
}

export async function readSchedule(id: string): Promise<ReadSchedule> {
  const { data, response } = await api.GET('/report-schedules/{id}', { params: { path: { id } } });
  return readOf(data!, response);
}

export async function createSchedule(values: Values): Promise<ReadSchedule> {
  const body = bodyOf(values) as unknown as Api<'ReportScheduleInputDto'>;
  const { data, response } = await api.POST('/report-schedules', { body });
  return readOf(data!, response);
}

export async function changeSchedule(id: string, values: Values, etag: string | undefined): Promise<ReadSchedule> {
  const { data, response } = await api.PATCH('/report-schedules/{id}', {
    params: { path: { id }, header: etag ? { 'If-Match': etag } : {} },
    body: bodyOf(values) as Api<'ReportScheduleChangeDto'>,
  });
  return readOf(data!, response);
}

export async function removeSchedule(id: string): Promise<void> {
  await api.DELETE('/report-schedules/{id}', { params: { path: { id } } });
}

function readOf(schedule: Schedule, response: Response): ReadSchedule {
  // A choice among days is one among words.
  const values = { ...schedule, weekday: String(schedule.weekday) };
  return { schedule, values, etag: response.headers.get('etag') ?? undefined };
}

function bodyOf({ weekday, disabled, ...values }: Values): Values {
  return {
    ...values,
    ...(typeof weekday === 'string' ? { weekday: Number(weekday) } : {}),
    ...(disabled === undefined ? {} : { disabled: Number(disabled) }),
  };
}
