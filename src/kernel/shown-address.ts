/** Scheme, user, host and port, and the rest. Also splits templates, whose host is not valid. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)(.*)$/is;

/**
 * An address as people may see it. Path and query are often secrets (hooks of chat services, `?api_key=`), so only
 * their presence shows: `https://hooks.example.com/…`.
 */
export function shownAddress(address: string): string {
  const [, scheme, place, rest] = parts.exec(address.trim()) ?? [];
  if (scheme === undefined) return address;
  return `${scheme}${place}${['', '/'].includes(rest) ? rest : '/…'}`;
}

/** Whether a caller sent back what was shown, unchanged or as a program normalised it. */
export function isShownOnly(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/(?:…|%E2%80%A6)\s*$/i.test(address);
}

export const shownOnlyDetail =
  'shows only a part of an address (…): give the whole address, or leave it out to keep the one that is set';
