import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const radiusServersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/radius-servers',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`RADIUS servers`,
    group: 'wifi',
    permission: 'radius-servers:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'RadiusServersPage'),
});
