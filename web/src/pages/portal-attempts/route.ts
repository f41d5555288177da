import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const portalAttemptsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portal-attempts',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Locked-out guests`,
    group: 'people',
    permission: 'portal-attempts:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'PortalAttemptsPage'),
});
