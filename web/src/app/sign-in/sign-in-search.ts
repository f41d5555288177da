/** What the address of the sign-in page says. */
export interface SignInSearch {
  /** Where to go then. */
  readonly to?: string;
  /** Whose providers are offered. */
  readonly organization?: string;
  /** The provider to go to at once: for a link at the provider itself. */
  readonly provider?: string;
  /** The provider is to ask who it is, even if it knows. */
  readonly fresh?: boolean;
  /** The page that waits is in another tab. */
  readonly elsewhere?: boolean;
  /** What a provider sent the browser back with. */
  readonly code?: string;
  readonly error?: string;
}

const texts = ['organization', 'provider', 'code', 'error'] as const;

export function signInSearch(search: Record<string, unknown>): SignInSearch {
  const { to, elsewhere, fresh } = search;
  return {
    ...Object.fromEntries(texts.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))),
    ...(typeof to === 'string' && to.startsWith('/') && !to.startsWith('//') ? { to } : {}),
    ...(elsewhere === true ? { elsewhere } : {}),
    ...(fresh === true ? { fresh } : {}),
  };
}
