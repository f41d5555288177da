import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const loginRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/logins/$id',
  component: lazyRouteComponent(() => import('./page'), 'LoginPage'),
});
