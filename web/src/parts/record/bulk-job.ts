import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { listQuery, type ListSearch } from '../list-search';

export type BulkJob = Api<'BulkStatusDto'>;

export interface BulkChange {
  readonly op: 'update' | 'delete';
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Which records: those with these ids, or everything that the list shows over all its pages. */
export type Selected = { readonly ids: readonly string[] } | { readonly matching: ListSearch };

/** Returns the id of the job. */
export async function startJob(resource: string, { op, data }: BulkChange, selected: Selected): Promise<string> {
  const change = { op, ...(data ? { data } : {}) };
  const filter = 'matching' in selected ? listQuery(selected.matching).filter : undefined;
  const body =
    'ids' in selected
      ? { operations: selected.ids.map((id) => ({ ...change, id })) }
      : { ...change, filter: (filter ? JSON.parse(filter) : {}) as Record<string, never> };
  const { data: job } = await api.POST('/bulk/{resource}/async', { params: { path: { resource } }, body });
  return job!.job_id;
}

/** How far it is, and the first of those that failed. */
export async function readJob(id: string, signal: AbortSignal): Promise<BulkJob> {
  const query = { result: 'failed', page_size: '5' } as const;
  const { data } = await api.GET('/bulk/status/{job_id}', { params: { path: { job_id: id }, query }, signal });
  return data!;
}

export function isOver({ status }: Pick<BulkJob, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
