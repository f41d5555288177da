import { type ListSearch, listSearch } from '../../parts/list-search';

export interface SchedulesSearch extends ListSearch {
  /** The schedule that is open beside the list; `new`: one that is not made yet. */
  readonly id?: string;
  /** The report of a new one. */
  readonly report?: string;
}

export function schedulesSearch({ id, report, ...search }: Record<string, unknown>): SchedulesSearch {
  return {
    ...listSearch(search),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof report === 'string' || typeof report === 'number' ? { report: String(report) } : {}),
  };
}
