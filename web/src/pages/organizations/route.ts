import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const organizationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/organizations',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Organizations`,
    group: 'administration',
    permission: 'organizations:read',
    key: 'z',
  },
  component: lazyRouteComponent(() => import('./page'), 'OrganizationsPage'),
});
