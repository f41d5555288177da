import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const networksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/networks',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Networks`, group: 'wifi', permission: 'networks:read' },
  component: lazyRouteComponent(() => import('./page'), 'NetworksPage'),
});
