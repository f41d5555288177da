import { type ListSearch, listSearch } from '../../parts/list-search';

export interface PortalsSearch extends ListSearch {
  /** A portal is being made beside the list. */
  readonly add?: true;
}

export function portalsSearch({ add, ...search }: Record<string, unknown>): PortalsSearch {
  return {
    ...listSearch(search),
    ...(add === true ? { add } : {}),
  };
}
