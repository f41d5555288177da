import { Clock } from '../../src/kernel/clock.js';
import { Ids } from '../../src/kernel/ids.js';
import { Chance } from '../../src/kernel/chance.js';
import { createHash } from 'node:crypto';
import { betweenAsks } from './between-asks.js';

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/** Time that moves only when the test says so; sleepers wake in order. */
export class ManualClock extends Clock {
  private time: number;
  private sleepers: Sleeper[] = [];

  constructor(start = '2026-05-14T13:00:00.000Z') {
    super();
    this.time = Date.parse(start);
  }

  now(): Date {
    return new Date(this.time);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper = { wakesAt: this.time + milliseconds, wake: resolve };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.sleepers = this.sleepers.filter((each) => each !== sleeper);
        resolve();
      });
    });
  }

  /** Somebody waits for time to pass; nothing else is under way there. */
  get isAwaited(): boolean {
    return this.sleepers.length > 0;
  }

  /** Moves time and lets what was due run. */
  async advance(seconds: number): Promise<void> {
    const end = this.time + seconds * 1000;
    for (;;) {
      const next = this.sleepers
        .filter(({ wakesAt }) => wakesAt <= end)
        .sort((one, other) => one.wakesAt - other.wakesAt)[0];
      if (!next) break;
      this.time = Math.max(this.time, next.wakesAt);
      this.sleepers = this.sleepers.filter((each) => each !== next);
      next.wake();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    this.time = end;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  setTo(instant: string): void {
    this.time = Date.parse(instant);
  }
}

/** Ids that count: readable in failures, sorted by creation. */
export class CountingIds extends Ids {
  private count = 0;

  next(): string {
    this.count += 1;
    return `0190a0a1-0000-7000-8000-${this.count.toString(16).padStart(12, '0')}`;
  }
}

/** Repeatable randomness. */
export class SeededChance extends Chance {
  private count = 0;

  constructor(private readonly seed = 'usher') {
    super();
  }

  bytes(count: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < count; length += 32) {
      this.count += 1;
      blocks.push(createHash('sha256').update(`${this.seed}:${this.count}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, count);
  }
}

/** Of real time; longer than anything takes that works, on a machine with much else to do. */
export const patienceSeconds = 120;

/**
 * Waits until `condition` holds. The limit only ends what hangs, and names it before the test times out: how fast
 * something is depends on the machine and is measured by `npm run bench`.
 */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceSeconds * 1000;
  for (;;) {
    const askedAt = performance.now();
    if (await condition()) return;
    const now = performance.now();
    if (now > deadline) throw new Error(`Not so within ${patienceSeconds} s: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, betweenAsks(10, now - askedAt));
    });
  }
}
