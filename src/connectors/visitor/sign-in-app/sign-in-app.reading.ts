import { type Instant, instantAt } from '../../../kernel/clock.js';
import { vendorLine } from '../../../provisioning/connector/vendor-record.js';
import type { SignInAppAnswers } from './sign-in-app.wire.js';

/** ISO 8601; a time without an offset would be a guess, and is none. */
export function signInAppInstant(value: unknown): Instant | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value))
    return undefined;
  return instantAt(Date.parse(value));
}

/** The answer under this label; labels are the tenant's own words, and an empty set of answers comes as a list. */
export function answerFor(answers: SignInAppAnswers | undefined, label: string): string | undefined {
  if (!answers || Array.isArray(answers)) return undefined;
  const wanted = label.trim().toLowerCase();
  return vendorLine(Object.entries(answers).find(([name]) => name.trim().toLowerCase() === wanted)?.[1]);
}
