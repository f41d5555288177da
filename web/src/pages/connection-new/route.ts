import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

interface NewConnectionSearch {
  /** Key of the connector chosen; none: one is still to be chosen. */
  readonly connector?: string;
  /** What the catalogue is filtered by. */
  readonly q?: string;
}

export const newConnectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/new',
  validateSearch: ({ connector, q }: Record<string, unknown>): NewConnectionSearch => ({
    ...(typeof connector === 'string' && connector ? { connector } : {}),
    ...(typeof q === 'string' && q ? { q } : {}),
  }),
  staticData: {
    asks: () => import('./page'),
    title: msg`Connect a system`,
    group: 'systems',
    permission: 'connections:write',
    key: 'w',
    isAction: true,
  },
  component: lazyRouteComponent(() => import('./page'), 'NewConnectionPage'),
});
