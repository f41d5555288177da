import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const devicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/devices',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Devices`,
    group: 'people',
    permission: 'devices:read',
    key: 'd',
  },
  component: lazyRouteComponent(() => import('./page'), 'DevicesPage'),
});
