/** Scheme, user, host and port, the rest; of templates too, whose host is none. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)(.*)$/is;

/**
 * An address as people may see it. Path and query of many are secrets (hooks of chat services, `?api_key=`), so of
 * those only that there is more: `https://hooks.example.com/…`.
 */
export function shownAddress(address: string): string {
  const [, scheme, place, rest] = parts.exec(address.trim()) ?? [];
  if (scheme === undefined) return address;
  return `${scheme}${place}${['', '/'].includes(rest) ? rest : '/…'}`;
}

/** Whether somebody sends back what was shown, as it is or as a program wrote it. */
export function isShownOnly(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/(?:…|%E2%80%A6)\s*$/i.test(address);
}

export const shownOnlyDetail =
  'shows only a part of an address (…): give the whole address, or leave it out to keep the one that is set';
