import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { listSearch } from '../../parts/list-search';

export const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs',
  validateSearch: listSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Runs`,
    group: 'systems',
    permission: 'connections:read',
    key: 'r',
  },
  component: lazyRouteComponent(() => import('./page'), 'RunsPage'),
});
