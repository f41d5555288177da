import type { Instant } from '../../kernel/clock.js';
import type { ChangeEventType, ConsoleEvent } from './event-types.js';

/** What the database stores of a change (migration 1764250000000): the record under its API names. */
export interface ChangeFacts {
  readonly at: Instant;
  readonly username?: string | null;
  readonly record: Readonly<Record<string, unknown>>;
}

export function changeEvent(event: ChangeEventType, { at, username, record }: ChangeFacts): ConsoleEvent {
  return { event, at, user: { username }, record };
}
