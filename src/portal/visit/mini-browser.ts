/**
 * Whether a browser is the small window that a phone opens by itself when it joins. Apple's says WebKit without Safari,
 * Android's says `wv`. Google refuses to sign anybody in there (403 disallowed_useragent).
 */
export function isMiniBrowser(userAgent: string): boolean {
  if (/CaptiveNetworkSupport|; wv\)/.test(userAgent)) return true;
  return /\b(?:iPhone|iPad|Macintosh)\b.*AppleWebKit/.test(userAgent) && !/\bSafari\//.test(userAgent);
}
