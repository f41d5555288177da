import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery } from '../../parts/list-search';
import type { ReportSearch, SpanSearch } from './report-search';

export type Report = Api<'ReportDto'>;
export type Series = Api<'SeriesDto'>;
export type ReportTask = Api<'ReportTaskDto'>;
/** A row of a report; its place stands for the id that most have not. */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>> & { readonly id: string };

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/reports', { params: { query: { page_size: 100 } }, signal });
    return pageOf<Report>(data!).rows;
  },
  staleTime: 600_000,
});

/** What differs from a report's own default; undefined is left out. */
export interface SeriesChoice extends SpanSearch {
  readonly measure?: string | undefined;
  readonly by?: string | undefined;
  readonly step?: number | undefined;
  readonly filter?: string | undefined;
}

export function seriesQuery(id: string, { step, ...choice }: SeriesChoice) {
  const given = Object.entries({ ...choice, step_minutes: step }).filter(([, value]) => value !== undefined);
  return queryOptions({
    queryKey: ['reports', id, 'series', given],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/reports/{report_id}/series', {
        params: { path: { report_id: id }, query: Object.fromEntries(given) },
        signal,
      });
      return data!;
    },
  });
}

/** The parameters of the report's table, as its page, its CSV and its file take them. */
export function rowsQuery({ earliest, latest, period, ...list }: ReportSearch) {
  return {
    ...listQuery(list),
    ...(earliest ? { earliest } : {}),
    ...(latest ? { latest } : {}),
    ...(period ? { period } : {}),
  };
}

export function reportRows(id: string, search: ReportSearch): ListRequest<ReportRow> {
  const query = rowsQuery(search);
  return {
    queryKey: ['reports', id, 'rows', query],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/reports/{report_id}', { params: { path: { report_id: id }, query }, signal });
      // Beneath /api alone this address answers a task.
      const { rows, total } = pageOf<Omit<ReportRow, 'id'>>(data as Api<'ReportDataDto'>);
      return { rows: rows.map((row, place) => ({ ...row, id: String(place) }) as ReportRow), total };
    },
  };
}

export const tasksQuery = queryOptions({
  queryKey: ['reports', 'tasks'],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/reports/tasks', {
      params: { query: { page_size: 25, sort: 'created_at:desc' } },
      signal,
    });
    return pageOf<ReportTask>(data as Api<'ReportTaskPageDto'>).rows;
  },
  // A file is made in the background: as long as one is, its progress is asked for.
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'queued' || status === 'running') ? 2_000 : false,
});

export async function startTask(id: string, search: ReportSearch): Promise<void> {
  const { page: _page, page_size: _size, filter, ...rest } = rowsQuery(search);
  const { sort: _sort, ...parameters } = rest as typeof rest & { sort?: string };
  await api.POST('/reports/{report_id}/tasks', {
    params: { path: { report_id: id } },
    body: { ...parameters, format: 'csv', ...(filter ? { filter: JSON.parse(filter) } : {}) },
  });
}

export async function removeTask(name: string): Promise<void> {
  await api.DELETE('/reports/tasks/{task_name}', { params: { path: { task_name: name } } });
}

/** The rows as CSV, up to 100,000; more need a file. */
export async function rowsAsCsv(id: string, search: ReportSearch): Promise<Blob> {
  const { page: _page, page_size: _size, ...query } = rowsQuery(search);
  const { sort: _sort, ...parameters } = query as typeof query & { sort?: string };
  const { data } = await api.GET('/reports/{report_id}', {
    params: { path: { report_id: id }, query: { ...parameters, format: 'csv' } },
    parseAs: 'blob',
  });
  return data as Blob;
}

export async function fileOf(name: string): Promise<Blob> {
  const { data } = await api.GET('/reports/tasks/{task_name}/file', {
    params: { path: { task_name: name }, query: { format: 'csv' } },
    parseAs: 'blob',
  });
  return data as Blob;
}
