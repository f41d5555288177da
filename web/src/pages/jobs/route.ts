import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { listSearch } from '../../parts/list-search';

export const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: listSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Bulk jobs`,
    group: 'administration',
    permission: 'bulk:read',
    key: 'b',
  },
  component: lazyRouteComponent(() => import('./page'), 'JobsPage'),
});
