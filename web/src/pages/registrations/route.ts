import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const registrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/registrations',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Portal guests`,
    group: 'people',
    permission: 'registrations:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'RegistrationsPage'),
});
