import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const certificatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/certificates',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Certificates`,
    group: 'wifi',
    permission: 'certificates:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'CertificatesPage'),
});
