import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const roomPostingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/room-postings',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Charges to rooms`,
    group: 'people',
    permission: 'payments:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'RoomPostingsPage'),
});
