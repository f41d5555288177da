import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const deliverySettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/delivery-settings',
  staticData: { title: msg`Messages and templates`, group: 'people', permission: 'connections:read' },
  component: lazyRouteComponent(() => import('./page'), 'DeliverySettingsPage'),
});
