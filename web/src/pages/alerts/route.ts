import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Alerts`,
    group: 'now',
    permission: 'alertcontacts:read',
    key: 'e',
  },
  component: lazyRouteComponent(() => import('./page'), 'AlertsPage'),
});
