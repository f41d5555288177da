import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const connectionAccessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/access',
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionAccessPage'),
});
