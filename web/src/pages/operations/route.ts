import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const operationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operations',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Operations`,
    group: 'systems',
    permission: 'operations:read',
    key: 'l',
  },
  component: lazyRouteComponent(() => import('./page'), 'OperationsPage'),
});
