import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Roles`, group: 'administration', permission: 'roles:read' },
  component: lazyRouteComponent(() => import('./page'), 'RolesPage'),
});
