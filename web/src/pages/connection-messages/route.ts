import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const connectionMessagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/messages',
  validateSearch: recordSearch,
  staticData: { asks: () => import('./page'), rows: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionMessagesPage'),
});
