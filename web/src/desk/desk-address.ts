import { useSyncExternalStore } from 'react';
import { isAtDialog } from '../parts/back-closes';

/** What the desk shows is in its address. */
export interface DeskAddress {
  readonly search: string;
  /** Only visitors who are expected. */
  readonly isExpected: boolean;
  /** The guest who is shown. */
  readonly id: string | undefined;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** A guest is a step that "back" undoes; what is typed is none. */
function go({ search, isExpected, id }: DeskAddress): void {
  const parameters = new URLSearchParams({
    ...(search && { search }),
    ...(isExpected && { show: 'expected' }),
    ...(id && { id }),
  });
  const address = parameters.size > 0 ? `?${parameters}` : window.location.pathname;
  const isStep = id !== undefined && id !== new URLSearchParams(window.location.search).get('id');
  // Whom a dialog made takes its place, so that one step back leads to the list.
  window.history[isStep && !isAtDialog() ? 'pushState' : 'replaceState'](null, '', address);
  for (const listener of listeners) listener();
}

export function useDeskAddress(): readonly [DeskAddress, (next: Partial<DeskAddress>) => void] {
  const parameters = new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
  const address = {
    search: parameters.get('search') ?? '',
    isExpected: parameters.get('show') === 'expected',
    id: parameters.get('id') ?? undefined,
  };
  return [address, (next) => go({ ...address, ...next })];
}
