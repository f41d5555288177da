import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { listSearch } from '../../parts/list-search';

export const connectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections',
  validateSearch: listSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Connections`,
    group: 'systems',
    permission: 'connections:read',
    key: 'c',
  },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionsPage'),
});
