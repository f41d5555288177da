import type { MessageDescriptor } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { actedFor, actFor } from '../api/client';
import { askAhead, type AskingPage, type ListedPage } from './ask-ahead';
import { NotFound } from './not-found';
import { sessionQuery } from './session';
import { Shell } from './shell';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the navigation calls the page; without it, it is not there. */
    readonly title?: MessageDescriptor;
    readonly group?: 'now' | 'people' | 'systems' | 'wifi' | 'insight' | 'administration';
    /** Who may not do this does not see the page. */
    readonly permission?: string;
    /** Pressed after `g`. */
    readonly key?: string;
    /** In the navigation only while the set-up is not complete. */
    readonly isSetup?: boolean;
    /** Something to do: by its name and its key, and from the list that it belongs to, not in the navigation. */
    readonly isAction?: boolean;
    /** The page is a list: its script, which says what it asks for. */
    readonly rows?: () => Promise<ListedPage>;
    /** The page shows something else than a list: its script, which asks for that. */
    readonly asks?: () => Promise<AskingPage>;
  }
}

interface RouterContext {
  readonly queryClient: QueryClient;
}

interface RootSearch {
  /** The organization acted for; none: the operator's own. */
  readonly org?: string;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: ({ org }: Record<string, unknown>): RootSearch => (typeof org === 'string' ? { org } : {}),
  search: { middlewares: [retainSearchParams(['org'])] },
  notFoundComponent: NotFound,
});

/** Everything that needs somebody signed in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location, matches, search, preload }) => {
    // Of a link that is pointed at, the script alone is fetched: the page that is shown still asks for itself.
    if (!preload) {
      // No page's data says whose it is: what was read of another organization is forgotten, whatever led from there.
      if (actedFor() !== search.org)
        context.queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== sessionQuery.queryKey[0] });
      actFor(search.org);
      askAhead(context.queryClient, matches);
    }
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.publicHref } });
  },
});
