import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const setupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup',
  staticData: { title: msg`Set-up`, group: 'now', permission: 'networks:write', isSetup: true },
  component: lazyRouteComponent(() => import('./page'), 'SetupPage'),
});
