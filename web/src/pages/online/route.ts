import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type ListSearch, listSearch } from '../../parts/list-search';

interface OnlineSearch extends ListSearch {
  /** The session that is open beside the list. */
  readonly id?: string;
}

export const onlineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/online',
  validateSearch: (search: Record<string, unknown>): OnlineSearch => ({
    ...listSearch(search),
    ...(typeof search.id === 'string' ? { id: search.id } : {}),
  }),
  staticData: {
    rows: () => import('./page'),
    title: msg`Online`,
    group: 'now',
    permission: 'online:read',
    key: 'o',
  },
  component: lazyRouteComponent(() => import('./page'), 'OnlinePage'),
});
