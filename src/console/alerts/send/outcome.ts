import type { AlertMessage } from '../message/alert-message.js';

/** A message with where it goes. */
export interface Letter extends AlertMessage {
  readonly organizationId: string;
  readonly email: string | null;
  readonly url: string | null;
  readonly secretSealed: string | null;
  readonly isContactDisabled: boolean;
}

/** How an attempt ended; `error` null: delivered. `isFinal`: trying again would not help. */
export interface Outcome {
  readonly error: string | null;
  readonly isFinal: boolean;
}

export const delivered: Outcome = { error: null, isFinal: true };
