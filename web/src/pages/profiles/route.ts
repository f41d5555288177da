import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const profilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Device profiles`,
    group: 'wifi',
    permission: 'profiles:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'ProfilesPage'),
});
