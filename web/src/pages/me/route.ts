import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const meRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/me',
  staticData: { title: msg`Your account`, group: 'administration', key: 'm' },
  component: lazyRouteComponent(() => import('./page'), 'MePage'),
});
