import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import type { Clock } from '../../kernel/clock.js';

/** An access point that may say things of sessions. */
export interface AccessPoint {
  /** `<organization>/<client>`. */
  readonly name: string;
  readonly secret: Buffer;
}

/** As FreeRADIUS does (run-folder.ts): a new secret counts within this time. */
const knownMilliseconds = 60_000;
/** A new access point counts at once: it asks again after two seconds at the earliest. */
const unknownMilliseconds = 1_000;
/** Anybody can send packets: so many addresses are looked up at a time, and the others say it again. */
const mostLookedUp = 500;

/** Whose address it is, at which port; what is known is remembered for a while. */
export class AccessPoints {
  private readonly known: LRUCache<string, AccessPoint | 'unknown'>;
  private readonly lookups = new Map<string, Promise<AccessPoint | 'unknown'>>();

  constructor(
    /** Rejects while the database is away. */
    private readonly find: (address: string, port: number) => Promise<AccessPoint | undefined>,
    clock: Clock,
  ) {
    this.known = new LRUCache({
      ...atMost(65_536),
      ttl: knownMilliseconds,
      perf: { now: () => clock.milliseconds() },
    });
  }

  /** Undefined: not looked up yet. */
  remembered(address: string, port: number): AccessPoint | 'unknown' | undefined {
    return this.known.get(`${port} ${address}`);
  }

  /** Resolves to `unknown` also while the database is away: whoever asks says it again. */
  async lookedUp(address: string, port: number): Promise<AccessPoint | 'unknown'> {
    const key = `${port} ${address}`;
    const under = this.lookups.get(key);
    if (under) return under;
    if (this.lookups.size >= mostLookedUp) return 'unknown';
    const lookup = this.look(key, address, port);
    this.lookups.set(key, lookup);
    try {
      return await lookup;
    } finally {
      this.lookups.delete(key);
    }
  }

  private async look(key: string, address: string, port: number): Promise<AccessPoint | 'unknown'> {
    try {
      const found = await this.find(address, port);
      if (found) this.known.set(key, found);
      else this.known.set(key, 'unknown', { ttl: unknownMilliseconds });
      return found ?? 'unknown';
    } catch {
      return 'unknown';
    }
  }
}
