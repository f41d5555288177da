import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';
import { type RecordSearch, recordSearch } from '../../parts/list-search';
import { type ProviderType, providerTypes } from './provider-records';

interface ProviderSearch extends RecordSearch {
  /** Of the one that is not made yet. */
  readonly type?: ProviderType;
}

export const authenticationProvidersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/authentication-providers',
  validateSearch: (search: Record<string, unknown>): ProviderSearch => ({
    ...recordSearch(search),
    ...(providerTypes.includes(search.type as ProviderType) ? { type: search.type as ProviderType } : {}),
  }),
  staticData: {
    rows: () => import('./page'),
    title: msg`Sign-in providers`,
    group: 'wifi',
    permission: 'authentication-providers:read',
  },
  component: lazyRouteComponent(() => import('./page'), 'AuthenticationProvidersPage'),
});
