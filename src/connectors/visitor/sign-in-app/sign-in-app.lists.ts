import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { RecordPage, Polls, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { SignInAppClient } from './sign-in-app.client.js';
import type { SignInAppGroups } from './sign-in-app.groups.js';
import { siteIn, type SiteKnown, visitOfVisitor } from './sign-in-app.mapping.js';
import type { SignInAppSettings } from './sign-in-app.settings.js';
import type { ListedVisitor } from './sign-in-app.wire.js';

/** No visit lasts longer (docs/access.md). */
const longestVisitDays = 30;

interface Position {
  /** Place among the sites. */
  readonly site: number;
  readonly of: 'history' | 'today';
  readonly page: number;
  /** Days of the history, both included. */
  readonly from: string;
  readonly to: string;
}

/**
 * Pages of one pass over all sites: each site's history, then its today, so that whoever comes or goes meanwhile is
 * told as it is last.
 */
export class SignInAppLists implements Polls, Snapshots {
  private readonly sites: readonly SiteKnown[];

  constructor(
    private readonly client: SignInAppClient,
    private readonly groups: SignInAppGroups,
    private readonly settings: SignInAppSettings,
    private readonly clock: Clock,
  ) {
    this.sites = settings.sites.map(siteIn).filter((site) => site !== undefined);
  }

  /**
   * Today, at every poll. Who signed in on a day before is no longer among today's: since signing out by the clock is
   * told to nobody, the history of the days since yesterday is read once an hour.
   */
  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    this.requireSites();
    const now = this.clock.instant();
    if (cursor === null) return yield { changes: [], cursor: { historyAt: now } };
    const historyAt =
      typeof cursor.historyAt === 'string' && !Number.isNaN(Date.parse(cursor.historyAt)) ? cursor.historyAt : now;
    const isDue = laterBy(historyAt, 3600) <= now;
    const days = { from: dayOf(laterBy(historyAt, -86_400)), to: dayOf(laterBy(now, 86_400)) };
    const start: Position = { site: 0, of: isDue ? 'history' : 'today', page: 1, ...days };
    for await (const { changes, next } of this.pass(positionIn(cursor.position) ?? start, isDue, signal)) {
      yield { changes, cursor: next ? { historyAt, position: { ...next } } : { historyAt: isDue ? now : historyAt } };
    }
  }

  /**
   * Everybody who is there or expected, and who has left within the longest visit. The list is complete with the last
   * site's today.
   */
  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    this.requireSites();
    const now = this.clock.instant();
    const start: Position = {
      site: 0,
      of: 'history',
      page: 1,
      from: dayOf(laterBy(now, -longestVisitDays * 86_400)),
      to: dayOf(laterBy(now, 86_400)),
    };
    const position = cursor === null ? start : positionIn(cursor.position);
    if (!position) throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
    for await (const { changes, at, next } of this.pass(position, true, signal)) {
      yield next
        ? { changes, cursor: { position: { ...next } } }
        : { changes, cursor: { position: { ...at } }, complete: {} };
    }
  }

  private async *pass(
    start: Position,
    withHistory: boolean,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly changes: readonly Change[]; readonly at: Position; readonly next: Position | null }> {
    for (let at: Position | null = start; at;) {
      const site: SiteKnown | undefined = this.sites[at.site];
      // The settings name fewer sites than when this pass began: what is left is read anew.
      if (!site) throw new ConnectorProblem('cursor_expired', 'The sites of the connection have changed');
      const page: { changes: readonly Change[]; next: Position | null } =
        at.of === 'today' ? await this.today(site, at, withHistory, signal) : await this.history(site, at, signal);
      yield { ...page, at };
      at = page.next;
    }
  }

  private async today(
    site: SiteKnown,
    at: Position,
    withHistory: boolean,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; next: Position | null }> {
    const readAt = this.clock.instant();
    const found = await this.client.today(site.id, signal);
    const changes = await this.changesOf(
      found.flatMap(({ group, visitors }) =>
        visitors.map((visitor) => ({ visitor, groupId: visitor?.group_id ?? group.id })),
      ),
      site,
      readAt,
      signal,
    );
    const next: Position | null =
      at.site + 1 < this.sites.length
        ? { ...at, site: at.site + 1, of: withHistory ? 'history' : 'today', page: 1 }
        : null;
    return { changes, next };
  }

  private async history(
    site: SiteKnown,
    at: Position,
    signal: AbortSignal,
  ): Promise<{ changes: readonly Change[]; next: Position | null }> {
    const readAt = this.clock.instant();
    const { visitors, next } = await this.client.history(site.id, at.from, at.to, at.page, signal);
    const changes = await this.changesOf(
      visitors.map((visitor) => ({ visitor, groupId: visitor?.group_id })),
      site,
      readAt,
      signal,
    );
    return { changes, next: next === null ? { ...at, of: 'today', page: 1 } : { ...at, page: next } };
  }

  private async changesOf(
    listed: readonly { readonly visitor: ListedVisitor; readonly groupId: unknown }[],
    site: SiteKnown,
    readAt: Instant,
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const { visitor, groupId } of listed) {
      const group = await this.groups.find(groupId, signal);
      if (group.isWanted) changes.push(visitOfVisitor(visitor ?? {}, group.name, site, this.settings, readAt));
    }
    return changes;
  }

  private requireSites(): void {
    if (this.sites.length === 0 || this.sites.length < this.settings.sites.length)
      throw new ConnectorProblem(
        'settings_invalid',
        'sites: each is an id, and an IANA time zone behind a blank, such as "12 Europe/London"',
      );
  }
}

function dayOf(instant: Instant): string {
  return instant.slice(0, 10);
}

function positionIn(value: unknown): Position | undefined {
  const { site, of, page, from, to } = (value ?? {}) as Partial<Record<keyof Position, unknown>>;
  if (
    typeof site !== 'number' ||
    (of !== 'history' && of !== 'today') ||
    typeof page !== 'number' ||
    typeof from !== 'string' ||
    typeof to !== 'string'
  )
    return undefined;
  return { site, of, page, from, to };
}
