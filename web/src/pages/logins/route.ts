import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type ListSearch, listSearch } from '../../parts/list-search';

export const views = ['all', 'accepted', 'rejected', 'devices'] as const;
export const spans = ['-1h', '-24h', '-7d'] as const;

export interface LoginsSearch extends ListSearch {
  /** `devices`: what was refused, once for each device, name and reason. Absent: all. */
  readonly view?: Exclude<(typeof views)[number], 'all'>;
  /** From when on. Absent: 24 hours. */
  readonly since?: Exclude<(typeof spans)[number], '-24h'>;
}

export const loginsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/logins',
  validateSearch: ({ view, since, ...search }: Record<string, unknown>): LoginsSearch => ({
    ...listSearch(search),
    ...(view === 'accepted' || view === 'rejected' || view === 'devices' ? { view } : {}),
    ...(since === '-1h' || since === '-7d' ? { since } : {}),
  }),
  staticData: { rows: () => import('./page'), title: msg`Logins`, group: 'now', permission: 'reports:read', key: 'i' },
  component: lazyRouteComponent(() => import('./page'), 'LoginsPage'),
});
