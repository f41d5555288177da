import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { reportSearch } from './report-search';

export const reportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports/$id',
  validateSearch: reportSearch,
  staticData: { asks: () => import('./page'), permission: 'reports:read' },
  component: lazyRouteComponent(() => import('./page'), 'ReportPage'),
});
