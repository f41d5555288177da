import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const loginRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/logins/$id',
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'LoginPage'),
});
