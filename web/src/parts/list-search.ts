import { filterOf } from './filter-words';

/** What of a list is in the address: a copied address is the same view for a colleague. */
export interface ListSearch {
  readonly page?: number | undefined;
  readonly size?: 25 | 50 | 100 | undefined;
  /** As the API takes it: `name:asc,created_at:desc`. */
  readonly sort?: string | undefined;
  /** Short words of the filter box: `status:held -connector:fias`. */
  readonly q?: string | undefined;
  /** Columns that are not shown, by id, with commas. */
  readonly hide?: string | undefined;
}

/** A list with one of its records open beside it; `new`: one that is not made yet. */
export interface RecordSearch extends ListSearch {
  readonly id?: string;
}

const sizes = [25, 50, 100] as const;

/** Each is named, without a value too: what is left out the router keeps as it was typed, `page=0` and `page=abc`. */
export function listSearch({ page, size, sort, q, hide }: Record<string, unknown>): ListSearch {
  return {
    page: Number.isInteger(page) && Number(page) > 1 ? Number(page) : undefined,
    size: sizes.includes(size as 25) && size !== 25 ? (size as 50) : undefined,
    sort: textOf(sort),
    // The router reads a number where one is typed: a room.
    q: textOf(typeof q === 'number' ? String(q) : q),
    hide: textOf(hide),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

export function recordSearch(search: Record<string, unknown>): RecordSearch {
  return { ...listSearch(search), ...(typeof search.id === 'string' ? { id: search.id } : {}) };
}

/** The API's parameters for it. `search`: the list takes free words. */
export function listQuery({ page = 1, size = 25, sort, q }: ListSearch, { search = false } = {}) {
  const { filter, words } = filterOf(q ?? '');
  return {
    page,
    page_size: size,
    ...(sort ? { sort } : {}),
    ...(Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {}),
    ...(search && words ? { search: words } : {}),
  };
}
