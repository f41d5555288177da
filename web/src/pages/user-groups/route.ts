import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const userGroupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user-groups',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Groups`, group: 'wifi', permission: 'user-groups:read' },
  component: lazyRouteComponent(() => import('./page'), 'UserGroupsPage'),
});
