import type { Context } from '../../kernel/context.js';

export interface IdempotentRequest {
  /** The caller's Idempotency-Key; unique within its organization and API key. */
  readonly key: string;
  /** SHA-256 of method, path and body: the same key with another hash is a mistake. */
  readonly hash: Buffer;
}

/** What became of a key before: never seen (`ours` to run now), running elsewhere, done, or used for something else. */
export type Earlier =
  | { readonly state: 'ours' }
  | { readonly state: 'running' }
  | { readonly state: 'other_request' }
  | { readonly state: 'done'; readonly sealed: string };

/** Kept for 24 h per organization and API key. Contexts must be those of a call. */
export abstract class IdempotencyStore {
  /** Claims the key, atomically, for this process; a claim that nobody renewed for 60 s is free again. */
  abstract claim(context: Context, request: IdempotentRequest): Promise<Earlier>;

  /** Says that the claimed request is still being worked on. */
  abstract renew(context: Context, request: IdempotentRequest): Promise<void>;

  /** Keeps the sealed answer for those who repeat the request. */
  abstract finish(context: Context, request: IdempotentRequest, status: number, sealed: string): Promise<void>;

  /** Frees the key: the request failed in a way that a repetition may mend. */
  abstract release(context: Context, request: IdempotentRequest): Promise<void>;
}
