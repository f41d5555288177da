import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type ListSearch, listSearch } from '../../parts/list-search';

export interface SchedulesSearch extends ListSearch {
  /** The schedule that is open beside the list; `new`: one that is not made yet. */
  readonly id?: string;
  /** The report of a new one. */
  readonly report?: string;
}

export const reportSchedulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/report-schedules',
  validateSearch: ({ id, report, ...search }: Record<string, unknown>): SchedulesSearch => ({
    ...listSearch(search),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof report === 'string' || typeof report === 'number' ? { report: String(report) } : {}),
  }),
  staticData: {
    rows: () => import('./page'),
    title: msg`Scheduled reports`,
    group: 'insight',
    permission: 'reports:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'ReportSchedulesPage'),
});
