import { RetryPolicy } from '../../../kernel/retry-policy.js';

const failuresToOpen = 3;
const probes = new RetryPolicy({ delays: { firstSeconds: 5, ceilingSeconds: 300 } });
const widest = 16;

/**
 * An endpoint's health. It starts with one request at a time and widens with each success. Three failures in a row open
 * it: then a single request now and then is a probe, and the queue waits.
 */
export class Circuit {
  /** How many requests may be in flight. */
  window = 1;

  constructor(public failuresInRow: number) {}

  get isOpen(): boolean {
    return this.failuresInRow >= failuresToOpen;
  }

  /** True if this closed it: the endpoint is back. */
  succeeded(): boolean {
    const wasOpen = this.isOpen;
    this.failuresInRow = 0;
    this.window = Math.min(widest, this.window * 2);
    return wasOpen;
  }

  /** `isProbe`: sent while open. Requests in flight when it opened say nothing new. */
  failed(isProbe: boolean): void {
    this.window = 1;
    if (!this.isOpen || isProbe) this.failuresInRow += 1;
  }

  /** Wait before the next probe: 5 s, doubling to 5 min; 0 while closed. */
  get pauseSeconds(): number {
    return this.isOpen ? probes.plainSeconds(this.failuresInRow - failuresToOpen + 1) : 0;
  }
}
