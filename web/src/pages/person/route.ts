import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { personSearch } from './search';

export const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$id',
  validateSearch: personSearch,
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'PersonPage'),
});
