import type { Clock, Instant } from '../../kernel/clock.js';
import { ConnectorProblem } from './connector-problem.js';

export interface IssuedToken {
  readonly token: string;
  /** As the vendor states it. Default: 300. */
  readonly lifeSeconds?: number;
  /** With which the next token is requested, where it replaces the one that was used. */
  readonly refreshToken?: string;
}

export interface KeptToken {
  readonly token: string;
  /** When to request the next one: shortly before this one expires. */
  readonly untilAt: Instant;
  readonly refreshToken?: string;
}

/** Which token is wanted, and how it is requested. */
export interface TokenRequest {
  /** Among the tokens of one connection. */
  readonly name: string;
  /** The vendor rejected this one before it expired. */
  readonly refused: string | null;
  /** How many tokens the vendor issues in 24 hours, if it issues few. */
  readonly mostADay?: number;
  /**
   * As the settings have it, where each use replaces it. `ask` is then given the latest one, and its answer is kept
   * before anybody uses it.
   */
  readonly refreshToken?: string;
  readonly signal: AbortSignal;
  ask(signal: AbortSignal, refreshToken?: string): Promise<KeptToken>;
}

/** The tokens of a connection, shared by all processes: one of them requests a new one, the others wait for it. */
export interface SharedTokens {
  /** @throws whatever the request throws */
  current(request: TokenRequest): Promise<KeptToken>;
}

/** Where a connector keeps its token. Without `tokens` each process keeps its own. */
export interface TokenPlace {
  readonly clock: Clock;
  readonly tokens?: SharedTokens;
}

/** How long before the old token expires a new one is requested. */
const marginSeconds = 60;
const usualLifeSeconds = 300;

interface Held {
  readonly value: Promise<string>;
  /** The first caller's. */
  readonly signal: AbortSignal;
  endsAt: number;
  /** Set once the token has arrived. */
  token?: string;
}

/** One token, requested once for all waiting calls and kept until shortly before its end. */
export class HeldToken {
  private held: Held | null = null;
  private refused: string | null = null;

  constructor(
    private readonly place: TokenPlace,
    private readonly ask: (signal: AbortSignal, refreshToken?: string) => Promise<IssuedToken>,
    /** For a connection with several tokens, a vendor that issues few, or one whose refresh tokens are used once. */
    private readonly wanted: {
      readonly name?: string;
      readonly mostADay?: number;
      readonly refreshToken?: string;
    } = {},
  ) {}

  /** @throws whatever the request throws */
  async current(signal: AbortSignal): Promise<string> {
    for (;;) {
      const held = this.held && this.place.clock.milliseconds() < this.held.endsAt ? this.held : this.begin(signal);
      try {
        return await held.value;
      } catch (error) {
        if (this.held === held) this.held = null;
        // The caller gave up; the request continues for the others.
        if (!held.signal.aborted || signal.aborted) throw error;
      }
    }
  }

  /** This token was rejected before it expired: the next call requests another, unless that has happened already. */
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
    const { name = 'api', mostADay, refreshToken } = this.wanted;
    const ask = (within: AbortSignal, latest?: string) => this.issued(within, latest);
    if (place.tokens) return place.tokens.current({ name, refused, mostADay, refreshToken, signal, ask });
    if (refreshToken === undefined) return ask(signal);
    // Used on trial, it would be gone.
    throw new ConnectorProblem(
      'settings_invalid',
      'token: a refresh token can be used once, so nothing is requested with settings that are not saved',
    );
  }

  private async issued(signal: AbortSignal, latest?: string): Promise<KeptToken> {
    const { token, lifeSeconds = usualLifeSeconds, refreshToken } = await this.ask(signal, latest);
    const keptSeconds = Math.max(lifeSeconds / 2, lifeSeconds - marginSeconds);
    const untilAt = new Date(this.place.clock.milliseconds() + keptSeconds * 1000).toISOString();
    return { token, untilAt, ...(refreshToken === undefined ? {} : { refreshToken }) };
  }
}
