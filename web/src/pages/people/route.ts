import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type ListSearch, listSearch } from '../../parts/list-search';

interface PeopleSearch extends ListSearch {
  /** The person that is open beside the list. */
  readonly id?: string;
}

export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: (search: Record<string, unknown>): PeopleSearch => ({
    ...listSearch(search),
    ...(typeof search.id === 'string' ? { id: search.id } : {}),
  }),
  staticData: {
    rows: () => import('./page'),
    title: msg`People`,
    group: 'people',
    permission: 'guests:read',
    key: 'p',
  },
  component: lazyRouteComponent(() => import('./page'), 'PeoplePage'),
});
