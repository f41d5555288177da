import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const connectionPrivacyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/privacy',
  component: lazyRouteComponent(() => import('./page'), 'ConnectionPrivacyPage'),
});
