import { msg } from '@lingui/core/macro';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route';

export const nowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/now',
  staticData: { asks: () => import('./page'), title: msg`Now`, group: 'now', key: 'n' },
  component: lazyRouteComponent(() => import('./page'), 'NowPage'),
});
