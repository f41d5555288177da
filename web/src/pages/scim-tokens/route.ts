import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { listSearch } from '../../parts/list-search';

export const scimTokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/scim-tokens',
  validateSearch: listSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`SCIM tokens`,
    group: 'systems',
    permission: 'connections:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'ScimTokensPage'),
});
