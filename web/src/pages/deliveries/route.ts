import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Sent messages`,
    group: 'people',
    permission: 'deliveries:read',
    key: 't',
  },
  component: lazyRouteComponent(() => import('./page'), 'DeliveriesPage'),
});
