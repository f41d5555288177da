import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { loginsSearch } from './search';

export const loginsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/logins',
  validateSearch: loginsSearch,
  staticData: { rows: () => import('./page'), title: msg`Logins`, group: 'now', permission: 'reports:read', key: 'i' },
  component: lazyRouteComponent(() => import('./page'), 'LoginsPage'),
});
