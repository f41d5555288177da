/**
 * At least this many attempts within the window, of which at least this share failed: it does not work, and hammering
 * does not help.
 */
const fewest = 20;
const failingShare = 0.5;
const windowMinutes = 15;

interface Minute {
  readonly minute: number;
  tried: number;
  failed: number;
}

/** The recent success of requests to outside systems, by connection; of this process, as long as it lives. */
export class Attempts {
  private readonly minutes = new Map<string, Minute[]>();

  /** True when, including this one, most attempts have failed. `at`: milliseconds since 1970. */
  note(connectionId: string, isGood: boolean, at: number): boolean {
    const minute = Math.floor(at / 60_000);
    const recent = (this.minutes.get(connectionId) ?? []).filter((each) => each.minute > minute - windowMinutes);
    let now = recent.at(-1);
    if (now?.minute !== minute) recent.push((now = { minute, tried: 0, failed: 0 }));
    now.tried += 1;
    if (!isGood) now.failed += 1;
    this.minutes.set(connectionId, recent);
    const sum = (of: 'tried' | 'failed') => recent.reduce((total, each) => total + each[of], 0);
    return sum('tried') >= fewest && sum('failed') >= sum('tried') * failingShare;
  }

  /** Only later attempts count. */
  forget(connectionId: string): void {
    this.minutes.delete(connectionId);
  }
}
