/** Why something is done, for the log: an inbox event, a run, a timer, an operator. */
export interface Cause {
  readonly kind: 'event' | 'run' | 'operator' | 'timer';
  readonly id: string;
  /** The trace of what caused it, where one is sampled. */
  readonly traceparent?: string;
}
