import { describe } from '@jest/globals';
import { installedBrowser } from './installed-browser.js';

/** `describe` where a browser is there, and on CI, where it must be. Elsewhere it is said what is skipped. */
export function inBrowser(suite: string): typeof describe.skip {
  if (installedBrowser || process.env.CI) return describe;
  console.log(`Skipped: ${suite}, for want of Chromium`);
  return describe.skip;
}
