import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { listSearch } from '../../parts/list-search';

export const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links',
  validateSearch: listSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Links`,
    group: 'systems',
    permission: 'connections:read',
    key: 'k',
  },
  component: lazyRouteComponent(() => import('./page'), 'LinksPage'),
});
