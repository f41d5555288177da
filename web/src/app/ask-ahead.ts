import type { QueryClient } from '@tanstack/react-query';
import type { ListRequest } from '../parts/data-table';

/** The script of a page that is a list says what it asks for, by what its address says. */
export interface ListedPage {
  readonly rowsOf: (search: never, params: never) => ListRequest<unknown>;
}

interface Match {
  readonly search: object;
  readonly params: object;
  readonly staticData: { readonly rows?: () => Promise<ListedPage> };
}

/** The rows of a page that is about to be shown are on their way while its script, its words and the session are. */
export function askAhead(queryClient: QueryClient, matches: readonly Match[]): void {
  for (const { staticData, search, params } of matches) {
    // A record that is open beside its list is none of the list's.
    const { id: _, ...list } = search as { readonly id?: string };
    void staticData
      .rows?.()
      .then(({ rowsOf }) => queryClient.prefetchQuery(rowsOf(list as never, params as never)))
      // Where the script cannot be loaded, the page says so itself.
      .catch(() => undefined);
  }
}
