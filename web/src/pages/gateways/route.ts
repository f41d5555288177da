import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const gatewaysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/gateways',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Gateways`, group: 'wifi', permission: 'gateways:read' },
  component: lazyRouteComponent(() => import('./page'), 'GatewaysPage'),
});
