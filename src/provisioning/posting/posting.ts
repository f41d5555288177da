import type { Instant } from '../../kernel/clock.js';
import type { ChargeRefusal, RoomCharge } from '../connector/charges.js';

/** An unsent charge is given up after this long: the guest stands in front of the page. */
export const unsentSeconds = 60;
/** A call without an answer by then counts as unanswered: well within `answerSeconds`. */
export const callSeconds = 30;
/** FIAS allows 30 s for an answer; twice that, as another process may have to take over the link. */
export const answerSeconds = 60;

/**
 * `queued`: nobody has told the hotel system. `sent`: it may have been told, so it is never sent again. `unclear`: no
 * answer came in time. `late`: it was accepted when the guest had been told otherwise.
 */
export const postingStatuses = ['queued', 'sent', 'accepted', 'refused', 'unclear', 'late'] as const;
export type PostingStatus = (typeof postingStatuses)[number];

/** What a person found in the hotel system. */
export const postingOutcomes = ['charged', 'not_charged'] as const;
export type PostingOutcome = (typeof postingOutcomes)[number];

export interface Posting extends RoomCharge {
  readonly id: string;
  readonly connectionId: string;
  readonly status: PostingStatus;
  readonly reason: ChargeRefusal | null;
  readonly code: string | null;
  readonly createdAt: Instant;
  readonly answeredAt: Instant | null;
}

/** What is to be charged; the number comes with storing it. */
export type WantedPosting = Omit<RoomCharge, 'number'> & { readonly id: string; readonly connectionId: string };
