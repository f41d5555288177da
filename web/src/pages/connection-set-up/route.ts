import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

interface SetUpSearch {
  /** The run that told last what it would do. */
  readonly run?: string;
}

export const connectionSetUpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections/$id/set-up',
  validateSearch: ({ run }: Record<string, unknown>): SetUpSearch => (typeof run === 'string' ? { run } : {}),
  staticData: { asks: () => import('./page') },
  component: lazyRouteComponent(() => import('./page'), 'ConnectionSetUpPage'),
});
