import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { Instant } from '../../kernel/clock.js';

/**
 * Full and drift scans of many connections at the same minute are spread over five minutes, polls over half a minute.
 */
const spreadSeconds = { full: 300, incremental: 30, drift: 300 };

export interface Schedule {
  /** Cron line of five fields. */
  readonly cron: string;
  /** IANA zone that the line is meant in. */
  readonly timeZone: string;
  readonly mode: 'full' | 'incremental' | 'drift';
  readonly connectionId: string;
}

/**
 * The first time after `after`, with a delay that is always the same for the same connection. Null when the line never
 * comes due or is none.
 */
export function nextRunAt({ cron, timeZone, mode, connectionId }: Schedule, after: Instant): Instant | null {
  const delay = jitterSeconds(connectionId, spreadSeconds[mode]) * 1000;
  try {
    const next = new Cron(cron, { timezone: timeZone, paused: true }).nextRun(new Date(Date.parse(after) - delay));
    return next ? new Date(next.getTime() + delay).toISOString() : null;
  } catch {
    return null;
  }
}

function jitterSeconds(connectionId: string, spread: number): number {
  return createHash('sha256').update(connectionId).digest().readUInt32BE() % spread;
}
