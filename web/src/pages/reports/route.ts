import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type SpanSearch, spanSearch } from '../report/report-search';

export const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: (search: Record<string, unknown>): SpanSearch => spanSearch(search),
  staticData: {
    asks: () => import('./page'),
    title: msg`Reports`,
    group: 'insight',
    permission: 'reports:read',
    key: 's',
  },
  component: lazyRouteComponent(() => import('./page'), 'ReportsPage'),
});
