import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: recordSearch,
  staticData: { rows: () => import('./page'), title: msg`API keys`, group: 'administration', permission: 'keys:read' },
  component: lazyRouteComponent(() => import('./page'), 'KeysPage'),
});
