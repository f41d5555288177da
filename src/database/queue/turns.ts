/** More than any installation has at work at once; a forgotten organization counts as waiting longest. */
const mostRemembered = 10_000;

/** Whose turn it is: the organization that was served longest ago, however much the others have queued. */
export class Turns {
  /** In the order in which they were last served. */
  private readonly served = new Set<string>();

  /** Organizations never served keep the given order, ahead of all others. */
  order(organizationIds: readonly string[]): string[] {
    const wanted = new Set(organizationIds);
    return [
      ...organizationIds.filter((each) => !this.served.has(each)),
      ...[...this.served].filter((each) => wanted.has(each)),
    ];
  }

  took(organizationId: string): void {
    this.served.delete(organizationId);
    this.served.add(organizationId);
    for (const oldest of this.served) {
      if (this.served.size <= mostRemembered) return;
      this.served.delete(oldest);
    }
  }
}

/**
 * Takes up to `limit` pieces of work from `organizationIds`, in rounds. Each has an equal share of a round; what is
 * left goes to those with more work than their share.
 */
export async function takeInTurns<Item>(
  organizationIds: readonly string[],
  limit: number,
  take: (organizationId: string, most: number) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const taken: Item[] = [];
  let waiting = organizationIds;
  while (waiting.length > 0 && taken.length < limit) {
    const share = Math.max(1, Math.floor((limit - taken.length) / waiting.length));
    const unserved: string[] = [];
    for (const organizationId of waiting) {
      const most = Math.min(share, limit - taken.length);
      if (most === 0) break;
      const some = await take(organizationId, most);
      taken.push(...some);
      if (some.length === most) unserved.push(organizationId);
    }
    waiting = unserved;
  }
  return taken;
}
