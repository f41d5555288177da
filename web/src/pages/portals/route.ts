import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type ListSearch, listSearch } from '../../parts/list-search';

export interface PortalsSearch extends ListSearch {
  /** A portal is being made beside the list. */
  readonly add?: true;
}

export const portalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portals',
  validateSearch: ({ add, ...search }: Record<string, unknown>): PortalsSearch => ({
    ...listSearch(search),
    ...(add === true ? { add } : {}),
  }),
  staticData: {
    rows: () => import('./page'),
    title: msg`Captive portals`,
    group: 'wifi',
    permission: 'captive-portals:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'PortalsPage'),
});
