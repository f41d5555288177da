import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const connectionMappingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/mapping',
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionMappingPage'),
});
