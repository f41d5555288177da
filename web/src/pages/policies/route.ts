import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const policiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policies',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Policies`, group: 'wifi', permission: 'policies:read' },
  component: lazyRouteComponent(() => import('./page'), 'PoliciesPage'),
});
