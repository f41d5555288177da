import type { OutboundResponse } from '../../../kernel/http-client.js';
import { earliestInstantSeconds, retryAfterSeconds } from '../../../kernel/retry-policy.js';
import type { ServerRate } from './remote-budget.js';

/** A server that demands a longer silence is not believed. */
const longestMilliseconds = 3_600_000;

/**
 * X-RateLimit-Limit, -Remaining, -Reset (Unix seconds by the server's clock, or seconds from now) and Retry-After, in
 * times of our clock. The server's Date header corrects for the difference.
 */
export function rateNewsOf({ status, headers }: OutboundResponse, now: number): ServerRate {
  const serverNow = Date.parse(headers.date ?? '');
  const here = (serverTime: number) =>
    now + Math.min(Math.max(0, serverTime - (Number.isNaN(serverNow) ? now : serverNow)), longestMilliseconds);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  const resetAt =
    reset === null
      ? null
      : reset < earliestInstantSeconds
        ? now + Math.min(reset * 1000, longestMilliseconds)
        : here(reset * 1000);
  return {
    limit: wholeNumber(headers['x-ratelimit-limit']),
    remaining: wholeNumber(headers['x-ratelimit-remaining']),
    resetAt,
    blockedUntilAt: status === 429 ? (silenceUntil(headers, now) ?? resetAt ?? now + 60_000) : null,
  };
}

function silenceUntil(headers: OutboundResponse['headers'], now: number): number | undefined {
  const seconds = retryAfterSeconds(headers, now);
  return seconds === undefined ? undefined : now + Math.min(seconds * 1000, longestMilliseconds);
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null;
}
