import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { Instant } from '../../kernel/clock.js';

/** Full and drift scans due in the same minute are spread over five minutes, polls over half a minute. */
const spreadSeconds = { full: 300, incremental: 30, drift: 300 };

export interface Schedule {
  /** Cron line of five fields. */
  readonly cron: string;
  /** The IANA zone of the line. */
  readonly timeZone: string;
  readonly mode: 'full' | 'incremental' | 'drift';
  readonly connectionId: string;
}

/**
 * The first time after `after`, with a delay that is always the same for a connection. Null when there is no line, or
 * it never comes due.
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
