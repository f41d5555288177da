import type { QueryClient } from '@tanstack/react-query';
import type { ListRequest } from '../parts/data-table';
import { drawerScript } from '../parts/record/drawer-script';

/** The script of a page that is a list says what it asks for, by what its address says. */
export interface ListedPage {
  readonly rowsOf: (search: never, params: never) => ListRequest<unknown>;
}

/** The script of a page that is not, or not only, a list asks for what it shows first. */
export interface AskingPage {
  readonly askFirst: (queryClient: QueryClient, search: never, params: never) => Promise<unknown>;
}

interface Match {
  /** `stay`: the page is shown already, and another filter or tab of it is chosen. */
  readonly cause: 'enter' | 'stay' | 'preload';
  readonly search: object;
  readonly params: object;
  readonly staticData: {
    readonly rows?: () => Promise<ListedPage>;
    readonly asks?: () => Promise<AskingPage>;
  };
}

/** What a page that is about to be shown asks for is on its way while its script, its words and the session are. */
export function askAhead(queryClient: QueryClient, matches: readonly Match[]): void {
  for (const { cause, staticData, search, params } of matches) {
    // A record that is open beside its list is none of the list's.
    const { id, ...list } = search as { readonly id?: string };
    // It is asked for again by the list, which says why it cannot be loaded.
    if (staticData.rows && id !== undefined) void drawerScript().catch(() => undefined);
    void staticData
      .rows?.()
      .then(({ rowsOf }) => queryClient.prefetchQuery(rowsOf(list as never, params as never)))
      // Where the script cannot be loaded, the page says so itself.
      .catch(() => undefined);
    if (cause === 'stay') continue;
    void staticData
      .asks?.()
      .then(({ askFirst }) => askFirst(queryClient, search as never, params as never))
      // What is refused is asked for again by the page, which says why.
      .catch(() => undefined);
  }
}
