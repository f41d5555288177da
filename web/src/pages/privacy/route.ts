import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type ListSearch, listSearch } from '../../parts/list-search';

export interface PrivacySearch extends ListSearch {
  /** A record of the person. Names and addresses stand in no address of a page. */
  readonly record?: string;
}

export const privacyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/privacy',
  validateSearch: (search: Record<string, unknown>): PrivacySearch => ({
    ...listSearch(search),
    ...(typeof search.record === 'string' ? { record: search.record } : {}),
  }),
  staticData: {
    rows: () => import('./page'),
    title: msg`Privacy`,
    group: 'administration',
    permission: 'privacy:read',
    key: 'y',
  },
  component: lazyRouteComponent(() => import('./page'), 'PrivacyPage'),
});
