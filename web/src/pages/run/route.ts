import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { listSearch } from '../../parts/list-search';

export const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs/$id',
  validateSearch: listSearch,
  staticData: { asks: () => import('./page'), rows: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'RunPage'),
});
