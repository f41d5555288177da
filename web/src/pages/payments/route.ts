import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const paymentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`Payments`, group: 'people', permission: 'payments:read' },
  component: lazyRouteComponent(() => import('./page'), 'PaymentsPage'),
});
