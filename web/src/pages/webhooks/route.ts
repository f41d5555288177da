import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Webhooks`,
    group: 'systems',
    permission: 'webhooks:read',
    key: 'h',
  },
  component: lazyRouteComponent(() => import('./page'), 'WebhooksPage'),
});
