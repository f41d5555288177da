import { type ListSearch, listSearch } from '../../parts/list-search';

export interface PrivacySearch extends ListSearch {
  /** A record of the person. Names and addresses stand in no address of a page. */
  readonly record?: string;
}

export function privacySearch(search: Record<string, unknown>): PrivacySearch {
  return {
    ...listSearch(search),
    ...(typeof search.record === 'string' ? { record: search.record } : {}),
  };
}
