/** What the frame of every page asks for by itself: it is not what a page shows. */
const ofTheFrame = /^\/(sessions|preferences|setup|saved-views|live|console)(\/|\?|$)/;
const asked = new Map<string, string>();
let page = '';

/** Remembers what the page that is open has read, the latest question of each address. */
export function noteCall({ method, url, headers }: Request): void {
  const { pathname, search } = new URL(url);
  if (window.location.pathname !== page) asked.clear();
  page = window.location.pathname;
  if (method !== 'GET' || ofTheFrame.test(pathname)) return;
  const organization = headers.get('x-organization-id');
  asked.set(pathname, curlOf(`${pathname}${search}`, organization ?? undefined));
}

/** The calls behind what the page shows, for a shell. */
export function askedCalls(): readonly string[] {
  return window.location.pathname === page ? [...asked.values()] : [];
}

/** The key comes from the environment. */
export function curlOf(path: string, organizationId?: string): string {
  const address = `${window.location.origin}${path}`.replaceAll("'", '%27');
  const acting = organizationId ? ` \\\n  -H 'X-Organization-Id: ${organizationId}'` : '';
  return `curl -H "Authorization: Bearer $USHER_TOKEN"${acting} \\\n  '${address}'`;
}
