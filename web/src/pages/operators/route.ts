import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operators',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Operators`,
    group: 'administration',
    permission: 'operators:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'OperatorsPage'),
});
