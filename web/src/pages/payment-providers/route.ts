import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const paymentProvidersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-providers',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Payment providers`,
    group: 'wifi',
    permission: 'payment-providers:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'PaymentProvidersPage'),
});
