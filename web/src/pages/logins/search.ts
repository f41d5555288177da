import { type ListSearch, listSearch } from '../../parts/list-search';

export const views = ['all', 'accepted', 'rejected', 'devices'] as const;
export const spans = ['-1h', '-24h', '-7d'] as const;

export interface LoginsSearch extends ListSearch {
  /** `devices`: what was refused, once for each device, name and reason. Absent: all. */
  readonly view?: Exclude<(typeof views)[number], 'all'>;
  /** From when on. Absent: 24 hours. */
  readonly since?: Exclude<(typeof spans)[number], '-24h'>;
}

export function loginsSearch({ view, since, ...search }: Record<string, unknown>): LoginsSearch {
  return {
    ...listSearch(search),
    ...(view === 'accepted' || view === 'rejected' || view === 'devices' ? { view } : {}),
    ...(since === '-1h' || since === '-7d' ? { since } : {}),
  };
}
