/** How an attempt to send ended; `error` null: delivered. `isFinal`: trying again would not help. */
export interface SendOutcome {
  readonly error: string | null;
  readonly isFinal: boolean;
}

export const delivered: SendOutcome = { error: null, isFinal: true };
