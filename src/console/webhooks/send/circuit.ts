import { RetryPolicy } from '../../../kernel/retry-policy.js';

const failuresToOpen = 3;
const probes = new RetryPolicy({ delays: { firstSeconds: 5, ceilingSeconds: 300 } });
const widest = 16;

/**
 * What is known about an endpoint's health. It starts with one request at a time and widens with each success; three
 * failures without a success between open it: from then on one request in a while is a probe, and the queue waits.
 */
export class Circuit {
  /** How many requests may be on their way at once. */
  window = 1;

  constructor(public failuresInRow: number) {}

  get isOpen(): boolean {
    return this.failuresInRow >= failuresToOpen;
  }

  /** True when this closed it: the endpoint is back. */
  succeeded(): boolean {
    const wasOpen = this.isOpen;
    this.failuresInRow = 0;
    this.window = Math.min(widest, this.window * 2);
    return wasOpen;
  }

  /** `isProbe`: it was sent while open. What was still on its way when it opened says nothing new. */
  failed(isProbe: boolean): void {
    this.window = 1;
    if (!this.isOpen || isProbe) this.failuresInRow += 1;
  }

  /** How long to wait before the next probe: 5 s, doubling to 5 min; 0 while closed. */
  get pauseSeconds(): number {
    return this.isOpen ? probes.plainSeconds(this.failuresInRow - failuresToOpen + 1) : 0;
  }
}
