import { troublePage } from '../pages/messages.js';
import type { Page } from '../pages/send-page.js';
import type { Visitor } from './visitor.js';

/** The state is from another device, or too old. */
export function startOver({ visit, portal }: Visitor): Page {
  return troublePage('foreign', undefined, { url: `/p/${portal.slug}`, language: visit.language });
}
