import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Audit`,
    group: 'administration',
    permission: 'audit:read',
    key: 'a',
  },
  component: lazyRouteComponent(() => import('./page'), 'AuditPage'),
});
