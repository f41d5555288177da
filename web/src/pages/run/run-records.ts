import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type PlanItem = Api<'RunItemDto'> & { readonly id: string };

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'record', id],
    queryFn: async ({ signal }) => {
      const path = { id };
      const [run, summary] = await Promise.all([
        api.GET('/runs/{id}', { params: { path }, signal }),
        api.GET('/runs/{id}/summary', { params: { path }, signal }),
      ]);
      return { run: run.data!, summary: summary.data! };
    },
  });

export const planQuery = (id: string, search: ListSearch): ListRequest<PlanItem> => ({
  queryKey: ['runs', 'plan', id, search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/runs/{id}/plan', { params: { path: { id }, query: listQuery(search) }, signal });
    const { rows, total } = pageOf<Api<'RunItemDto'>>(data!);
    return { rows: rows.map((row) => ({ ...row, id: String(row.position) })), total };
  },
});

/** Exactly this plan: one that has changed since is not approved. */
export async function approve(id: string, planHash: string, comment: string | null): Promise<void> {
  await api.POST('/runs/{id}/approve', { params: { path: { id } }, body: { plan_hash: planHash, comment } });
}

export async function reject(id: string, comment: string | null): Promise<void> {
  await api.POST('/runs/{id}/reject', { params: { path: { id } }, body: { comment } });
}

export async function cancel(id: string): Promise<void> {
  await api.POST('/runs/{id}/cancel', { params: { path: { id } } });
}

/** The person, as known now; else the account, else the record's key. */
export function whoIsIn({ account, key, room, first_name, last_name }: PlanItem): string {
  return [room, first_name, last_name].filter(Boolean).join(' ') || account || key || '';
}

/** The fields that would be other than they are. */
export function plannedChanges({
  before,
  after,
}: Pick<PlanItem, 'before' | 'after'>): readonly { name: string; from: string; to: string }[] {
  const is = (before ?? {}) as Readonly<Record<string, unknown>>;
  const willBe = (after ?? {}) as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(is), ...Object.keys(willBe)])]
    .filter((name) => JSON.stringify(is[name] ?? null) !== JSON.stringify(willBe[name] ?? null))
    .map((name) => ({ name, from: shown(is[name]), to: shown(willBe[name]) }));
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
