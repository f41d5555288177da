const storedUnder = 'usher.provider-visit';

/** Where a visit to a provider begins: what the page's address says of it besides. */
export interface VisitedProvider {
  readonly organizationId: string;
  readonly id: string;
}

/** With which the browser came back: `code` makes a session together with `verifier`, which never left the browser. */
export type ProviderAnswer =
  | { readonly kind: 'code'; readonly code: string; readonly verifier: string }
  | { readonly kind: 'refused'; readonly error: string };

/**
 * Leaves for the provider, which asks afresh if the page's address says so, and sends the browser back to this page.
 */
export async function visitProvider({ organizationId, id }: VisitedProvider): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(storedUnder, verifier);
  const isAfresh = new URLSearchParams(window.location.search).get('fresh') === 'true';
  const query = new URLSearchParams({
    challenge: base64url(new Uint8Array(hash)),
    return_to: ownAddress(),
    ...(isAfresh && { fresh: 'true' }),
  });
  window.location.assign(`/sign-in/${encodeURIComponent(organizationId)}/${encodeURIComponent(id)}?${query}`);
}

/** What this page's address brought from a provider. */
export function providerAnswer(): ProviderAnswer | undefined {
  const query = new URLSearchParams(window.location.search);
  const [code, error, verifier] = [query.get('code'), query.get('error'), sessionStorage.getItem(storedUnder)];
  if (error !== null) return { kind: 'refused', error };
  if (code === null) return undefined;
  // Another tab, or another browser, began.
  return verifier === null ? { kind: 'refused', error: 'access_denied' } : { kind: 'code', code, verifier };
}

/** The answer is good once: out of the address and the storage with it, once the page has read it. */
export function forgetProviderAnswer(): void {
  sessionStorage.removeItem(storedUnder);
  window.history.replaceState(window.history.state, '', ownAddress());
}

/** Of this page, without what a visit to a provider adds. */
function ownAddress(): string {
  const { pathname, searchParams } = new URL(window.location.href);
  for (const name of ['code', 'error', 'provider']) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
