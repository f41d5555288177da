import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRouter,
  createBrowserHistory,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { actFor } from '../api/client';
import { pageRoutes } from '../pages/routes';
import { isAtDialog } from '../parts/back-closes';
import { PageFailed } from '../parts/page-problem';
import { PageLoading } from '../parts/page-state';
import { askAhead } from './ask-ahead';
import { sessionQuery } from './session';
import { signInSearch } from './sign-in/sign-in-search';
import { rootRoute, shellRoute } from './shell-route';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsole>;
  }
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page'), 'SignInPage'),
});

const front = <Name extends 'FirstPage' | 'InvitationPage' | 'ResetPage' | 'ForgottenPage' | 'SessionLinkPage'>(
  path: string,
  page: Name,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(() => import('./links-in'), page),
  });

/** Where the links lead that the service hands out to people who are not signed in. */
const frontRoutes = [
  front('/first', 'FirstPage'),
  front('/invitation', 'InvitationPage'),
  front('/reset', 'ResetPage'),
  front('/forgotten', 'ForgottenPage'),
  front('/session-link', 'SessionLinkPage'),
];

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/now', replace: true });
  },
});

export function createConsole(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: rootRoute.addChildren([signInRoute, ...frontRoutes, shellRoute.addChildren([homeRoute, ...pageRoutes])]),
    basepath: '/console',
    history: historyPastDialogs(),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });
  fetchAhead(router, queryClient);
  return router;
}

/** Where a dialog leads takes the place of the dialog's own step: one step back shows the page beneath it. */
function historyPastDialogs(): RouterHistory {
  const history = createBrowserHistory();
  const { push } = history;
  history.push = (...to) => (isAtDialog() ? history.replace(...to) : push(...to));
  return history;
}

/** Who is signed in, the script of the page and its rows are on their way while the words of the language still are. */
function fetchAhead(router: AnyRouter, queryClient: QueryClient): void {
  const matches = router.matchRoutes(router.latestLocation);
  const shown = matches.map(({ routeId }) => routeId);
  for (const { id, options } of [signInRoute, ...frontRoutes, ...pageRoutes])
    if (shown.includes(id)) void options.component?.preload?.();
  if (!shown.includes(shellRoute.id)) return;
  void queryClient.prefetchQuery(sessionQuery);
  actFor(router.latestLocation.search.org);
  askAhead(queryClient, matches);
}
