import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { recordSearch } from '../../parts/list-search';

export const contactsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  validateSearch: recordSearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Alert contacts`,
    group: 'administration',
    permission: 'alertcontacts:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'ContactsPage'),
});
