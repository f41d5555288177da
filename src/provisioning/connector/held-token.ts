import type { Clock } from '../../kernel/clock.js';

export interface IssuedToken {
  readonly token: string;
  /** As the vendor says it. Default: 300. */
  readonly lifeSeconds?: number;
}

/** How long before the end of the old token a new one is requested. */
const marginSeconds = 60;
const usualLifeSeconds = 300;

interface Held {
  readonly value: Promise<string>;
  /** Of the first caller. */
  readonly signal: AbortSignal;
  endsAt: number;
}

/** One token, requested once for all waiting calls and kept until shortly before its end. */
export class HeldToken {
  private held: Held | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly ask: (signal: AbortSignal) => Promise<IssuedToken>,
  ) {}

  /** @throws what asking for it throws */
  async current(signal: AbortSignal): Promise<string> {
    for (;;) {
      const held = this.held && this.clock.milliseconds() < this.held.endsAt ? this.held : this.begin(signal);
      try {
        return await held.value;
      } catch (error) {
        if (this.held === held) this.forget();
        // The caller gave up; the request goes on.
        if (!held.signal.aborted || signal.aborted) throw error;
      }
    }
  }

  /** It was refused before its end: the next call requests another. */
  forget(): void {
    this.held = null;
  }

  private begin(signal: AbortSignal): Held {
    const held: Held = {
      signal,
      endsAt: Infinity,
      value: this.ask(signal).then(({ token, lifeSeconds = usualLifeSeconds }) => {
        held.endsAt = this.clock.milliseconds() + Math.max(lifeSeconds / 2, lifeSeconds - marginSeconds) * 1000;
        return token;
      }),
    };
    this.held = held;
    return held;
  }
}
