import type { AlertMessage } from '../message/alert-message.js';

/** A message and its destination. */
export interface OutgoingMessage extends AlertMessage {
  readonly organizationId: string;
  readonly email: string | null;
  readonly urlSealed: string | null;
  readonly secretSealed: string | null;
  readonly isContactDisabled: boolean;
}
