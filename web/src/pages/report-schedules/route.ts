import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { schedulesSearch } from './search';

export const reportSchedulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/report-schedules',
  validateSearch: schedulesSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Scheduled reports`,
    group: 'insight',
    permission: 'reports:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'ReportSchedulesPage'),
});
