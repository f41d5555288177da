/** An instant as ISO 8601 in UTC with milliseconds (`2026-05-14T13:00:00.000Z`): sorts as text, travels as JSON. */
export type Instant = string;

/** The only source of time. Tests replace it; production reads the host's clock. */
export abstract class Clock {
  abstract now(): Date;

  instant(): Instant {
    return this.now().toISOString();
  }

  /** Milliseconds since 1970. */
  milliseconds(): number {
    return this.now().getTime();
  }

  /** Resolves after `milliseconds` of this clock's time, or at once when `signal` is aborted. Never rejects. */
  abstract sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export class SystemClock extends Clock {
  private toldAt = 0;
  private told: Instant = '';

  now(): Date {
    return new Date();
  }

  /** Formatted once a millisecond: a busy process asks dozens of times in each. */
  override instant(): Instant {
    const now = Date.now();
    if (now !== this.toldAt) [this.toldAt, this.told] = [now, new Date(now).toISOString()];
    return this.told;
  }

  override milliseconds(): number {
    return Date.now();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', done);
    });
  }
}

const [firstKept, lastKept] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((each) => Date.parse(each));

/**
 * The instant at `milliseconds` since 1970; undefined for NaN and outside the years 1 to 9999, the range that ISO text
 * and PostgreSQL share.
 */
export function instantAt(milliseconds: number): Instant | undefined {
  return milliseconds >= firstKept && milliseconds <= lastKept ? new Date(milliseconds).toISOString() : undefined;
}

const writtenForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** An ISO 8601 date-time with its zone as somebody wrote it; undefined for any other text, and for what never is. */
export function writtenInstant(text: string): Instant | undefined {
  return writtenForm.test(text) && isDayOfCalendar(text) ? instantAt(Date.parse(text)) : undefined;
}

/** Whether the month has its day: Date.parse lets 31 February pass as 3 March. */
function isDayOfCalendar(text: string): boolean {
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return Number(text.slice(8, 10)) <= lastDay;
}

/** `seconds` may be negative or a fraction. */
export function laterBy(instant: Instant, seconds: number): Instant {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

export function secondsBetween(from: Instant, until: Instant): number {
  return (Date.parse(until) - Date.parse(from)) / 1000;
}

/** Null when given none. */
export function earliest(...instants: (Instant | null | undefined)[]): Instant | null {
  return instants.filter((each): each is Instant => Boolean(each)).sort()[0] ?? null;
}
