import type { TextKey } from './words.js';

export interface Input {
  /** As it is posted, and as a refusal names it. */
  readonly name: string;
  readonly label: TextKey;
  readonly missing: TextKey;
  readonly type?: 'text' | 'password' | 'date' | 'email' | 'tel';
  readonly autocomplete: string;
  readonly hasCapitals?: boolean;
  readonly isOptional?: boolean;
  /** Why it is asked for. */
  readonly hint?: string;
}
