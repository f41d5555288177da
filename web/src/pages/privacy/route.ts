import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { privacySearch } from './search';

export const privacyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/privacy',
  validateSearch: privacySearch,
  staticData: {
    rows: () => import('./page'),
    title: msg`Privacy`,
    group: 'administration',
    permission: 'privacy:read',
    key: 'y',
  },
  component: lazyRouteComponent(() => import('./page'), 'PrivacyPage'),
});
