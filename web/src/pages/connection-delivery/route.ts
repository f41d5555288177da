import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const connectionDeliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/delivery-settings',
  component: lazyRouteComponent(() => import('../delivery-settings/page'), 'ConnectionDeliveryPage'),
});
