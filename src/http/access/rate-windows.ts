/** What a process was granted of a key's shared minute. */
export interface RateShare {
  /** Start of the window that the share belongs to, in milliseconds since 1970. */
  readonly windowStartedAt: number;
  /** Requests granted: 0 up to the number asked for. */
  readonly granted: number;
  /** Requests not yet granted to anybody. */
  readonly left: number;
}

/** The shared side of the rate budget: one counter per key for all processes. */
export abstract class RateWindows {
  /**
   * Takes up to `wanted` requests of `limit` from the minute that begins at `windowStartedAt` (or a neighbour's
   * slightly later one).
   */
  abstract take(
    key: { readonly homeOrganizationId: string; readonly actor: { readonly id: string } },
    windowStartedAt: number,
    wanted: number,
    limit: number,
  ): Promise<RateShare>;
}
