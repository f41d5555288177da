import { type Instant, instantAt } from '../../../kernel/clock.js';
import type { SignInAppAnswers } from './sign-in-app.wire.js';

/** A text that says something, without control characters; undefined for everything else. */
export function signInAppText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, 500);
  return text === '' ? undefined : text;
}

export function signInAppId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text) ? text : undefined;
}

/** ISO 8601; a time without an offset would be a guess, and is none. */
export function signInAppInstant(value: unknown): Instant | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value))
    return undefined;
  return instantAt(Date.parse(value));
}

export function signInAppZone(value: unknown): string | undefined {
  const zone = signInAppText(value);
  if (!zone) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return zone;
  } catch {
    return undefined;
  }
}

/** The answer under this label; labels are the tenant's own words, and an empty set of answers comes as a list. */
export function answerFor(answers: SignInAppAnswers | undefined, label: string): string | undefined {
  if (!answers || Array.isArray(answers)) return undefined;
  const wanted = label.trim().toLowerCase();
  return signInAppText(Object.entries(answers).find(([name]) => name.trim().toLowerCase() === wanted)?.[1]);
}
