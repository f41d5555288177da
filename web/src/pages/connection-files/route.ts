import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const connectionFilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/files',
  validateSearch: recordSearch,
  staticData: { asks: () => import('./page'), rows: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionFilesPage'),
});
