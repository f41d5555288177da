import type { Clock, Instant } from '../../kernel/clock.js';

export interface IssuedToken {
  readonly token: string;
  /** As the vendor says it. Default: 300. */
  readonly lifeSeconds?: number;
}

export interface KeptToken {
  readonly token: string;
  /** From then on another is requested: shortly before its end. */
  readonly untilAt: Instant;
}

/** Which token is wanted, and how it is requested. */
export interface TokenRequest {
  /** Among the tokens of one connection. */
  readonly name: string;
  /** The vendor refused this one before its end. */
  readonly refused: string | null;
  /** How many the vendor issues in 24 hours, where that is few. */
  readonly mostADay?: number;
  readonly signal: AbortSignal;
  ask(signal: AbortSignal): Promise<KeptToken>;
}

/** The tokens of a connection, shared by all processes: one of them requests a new one, the others wait for it. */
export interface SharedTokens {
  /** @throws what asking for it throws */
  current(request: TokenRequest): Promise<KeptToken>;
}

/** Where a connector keeps a token: its session. Without `tokens` this process keeps its own. */
export interface TokenPlace {
  readonly clock: Clock;
  readonly tokens?: SharedTokens;
}

/** How long before the end of the old token a new one is requested. */
const marginSeconds = 60;
const usualLifeSeconds = 300;

interface Held {
  readonly value: Promise<string>;
  /** Of the first caller. */
  readonly signal: AbortSignal;
  endsAt: number;
  /** Once it is there. */
  token?: string;
}

/** One token, requested once for all waiting calls and kept until shortly before its end. */
export class HeldToken {
  private held: Held | null = null;
  private refused: string | null = null;

  constructor(
    private readonly place: TokenPlace,
    private readonly ask: (signal: AbortSignal) => Promise<IssuedToken>,
    /** Of a connection with several tokens, or of a vendor that issues few. */
    private readonly wanted: { readonly name?: string; readonly mostADay?: number } = {},
  ) {}

  /** @throws what asking for it throws */
  async current(signal: AbortSignal): Promise<string> {
    for (;;) {
      const held = this.held && this.place.clock.milliseconds() < this.held.endsAt ? this.held : this.begin(signal);
      try {
        return await held.value;
      } catch (error) {
        if (this.held === held) this.held = null;
        // The caller gave up; the request goes on.
        if (!held.signal.aborted || signal.aborted) throw error;
      }
    }
  }

  /** This one was refused before its end: the next call requests another, unless that was done meanwhile. */
  forget(token: string): void {
    if (this.held && this.held.token !== token) return;
    this.held = null;
    this.refused = token;
  }

  private begin(signal: AbortSignal): Held {
    const held: Held = {
      signal,
      endsAt: Infinity,
      value: this.kept(signal).then(({ token, untilAt }) => {
        held.endsAt = Date.parse(untilAt);
        held.token = token;
        return token;
      }),
    };
    this.held = held;
    return held;
  }

  private kept(signal: AbortSignal): Promise<KeptToken> {
    const { place, refused } = this;
    const { name = 'api', mostADay } = this.wanted;
    const ask = (within: AbortSignal) => this.issued(within);
    return place.tokens ? place.tokens.current({ name, refused, mostADay, signal, ask }) : ask(signal);
  }

  private async issued(signal: AbortSignal): Promise<KeptToken> {
    const { token, lifeSeconds = usualLifeSeconds } = await this.ask(signal);
    const keptSeconds = Math.max(lifeSeconds / 2, lifeSeconds - marginSeconds);
    return { token, untilAt: new Date(this.place.clock.milliseconds() + keptSeconds * 1000).toISOString() };
  }
}
