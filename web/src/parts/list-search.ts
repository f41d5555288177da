import { filterOf } from './filter-words';

/** What of a list is in the address: a copied address is the same view for a colleague. */
export interface ListSearch {
  readonly page?: number;
  readonly size?: 25 | 50 | 100;
  /** As the API takes it: `name:asc,created_at:desc`. */
  readonly sort?: string;
  /** Short words of the filter box: `status:held -connector:fias`. */
  readonly q?: string;
  /** Columns that are not shown, by id, with commas. */
  readonly hide?: string;
}

/** A list with one of its records open beside it; `new`: one that is not made yet. */
export interface RecordSearch extends ListSearch {
  readonly id?: string;
}

const sizes = [25, 50, 100] as const;

export function listSearch(search: Record<string, unknown>): ListSearch {
  const { page, size, sort, q, hide } = search;
  return {
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...(sizes.includes(size as 25) && size !== 25 ? { size: size as 50 } : {}),
    ...(typeof sort === 'string' && sort ? { sort } : {}),
    ...(typeof q === 'string' && q ? { q } : {}),
    ...(typeof hide === 'string' && hide ? { hide } : {}),
  };
}

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
