import type { Context } from '../../kernel/context.js';

export interface IdempotentRequest {
  /** The caller's Idempotency-Key; unique within its organization and API key. */
  readonly key: string;
  /** SHA-256 of method, path and body: the same key with another hash is the caller's mistake. */
  readonly hash: Buffer;
  /** The request waits for another system: the claim's transaction begins with the first one opened in it. */
  readonly asksOutside: boolean;
}

/** The state of a key: never seen (`ours` to run now), running elsewhere, done, or used for something else. */
export type Earlier =
  | { readonly state: 'ours'; readonly claim: IdempotencyClaim }
  | { readonly state: 'running' }
  | { readonly state: 'other_request' }
  | { readonly state: 'done'; readonly sealed: string };

/**
 * A claim lives as long as its process: a process that dies leaves neither the claim nor anything done under it. One of
 * the three methods ends it.
 */
export interface IdempotencyClaim {
  /** The context to work with. What the request does in the database is one transaction, with the key. */
  readonly context: Context;

  /**
   * Commits, and keeps the sealed answer for repetitions. Throws when nothing was committed, or the outcome is unknown.
   */
  keep(status: number, sealed: string): Promise<void>;

  /** Commits; a repetition is a new request. */
  forget(): Promise<void>;

  /** Rolls back: the request failed in a way that a repetition may cure. */
  takeBack(): Promise<void>;
}

/** Kept for 24 h per organization and API key. Contexts must come from a call. */
export abstract class IdempotencyStore {
  abstract claim(context: Context, request: IdempotentRequest): Promise<Earlier>;
}
