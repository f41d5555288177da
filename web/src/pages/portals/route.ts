import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { portalsSearch } from './search';

export const portalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portals',
  validateSearch: portalsSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Captive portals`,
    group: 'wifi',
    permission: 'captive-portals:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'PortalsPage'),
});
