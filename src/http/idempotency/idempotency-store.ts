import type { Context } from '../../kernel/context.js';

export interface IdempotentRequest {
  /** The caller's Idempotency-Key; unique within its organization and API key. */
  readonly key: string;
  /** SHA-256 of method, path and body: the same key with another hash is a mistake. */
  readonly hash: Buffer;
  /** The request waits for another system: the claim's transaction begins with the first that is opened in it. */
  readonly asksOutside: boolean;
}

/** What became of a key before: never seen (`ours` to run now), running elsewhere, done, or used for something else. */
export type Earlier =
  | { readonly state: 'ours'; readonly claim: IdempotencyClaim }
  | { readonly state: 'running' }
  | { readonly state: 'other_request' }
  | { readonly state: 'done'; readonly sealed: string };

/**
 * Lives as long as the process that has it: whoever dies leaves neither the claim behind nor anything that was done
 * under it. One of the three ends it.
 */
export interface IdempotencyClaim {
  /** To work on the request with. What it does in the database is one transaction, with the key. */
  readonly context: Context;

  /** What was done lasts, with the sealed answer for repetitions. Throws when nothing was done, or nobody knows. */
  keep(status: number, sealed: string): Promise<void>;

  /** What was done lasts, and a repetition is a new request. */
  forget(): Promise<void>;

  /** Nothing was done: the request failed in a way that a repetition may mend. */
  takeBack(): Promise<void>;
}

/** Kept for 24 h per organization and API key. Contexts must be those of a call. */
export abstract class IdempotencyStore {
  abstract claim(context: Context, request: IdempotentRequest): Promise<Earlier>;
}
