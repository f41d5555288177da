import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { portalSearch } from './search';

export const portalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portals/$id',
  validateSearch: portalSearch,
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'PortalPage'),
});
