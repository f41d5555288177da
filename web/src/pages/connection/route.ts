import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const connectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id',
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionPage'),
});
