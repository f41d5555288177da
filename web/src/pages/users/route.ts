import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Accounts`, group: 'people', permission: 'users:read' },
  component: lazyRouteComponent(() => import('./page'), 'UsersPage'),
});
