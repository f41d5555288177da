import { Injectable } from '@nestjs/common';
import { UsersService } from '../../console/users/users.service.js';
import { permits } from '../../http/access/permits.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { ConnectionRepository } from '../../provisioning/connection/connection.repository.js';
import { WorkRepository } from '../../provisioning/reconcile/work.repository.js';
import type { AccountState } from '../../provisioning/reconcile/plan.js';
import { accountToCome } from './account-to-come.js';
import { accountChanges, endsToCome, entitlementsToCome, momentsOf } from './to-come.js';
import { type Lane, lanes, type TimelineEntry, type TimelinePosition, type TimelineScope } from './timeline.js';
import { type TimelineSubject, TimelineScopeRepository } from './timeline-scope.repository.js';
import { TimelineRepository } from './timeline.repository.js';

/** What the caller wants to see. */
export interface TimelineQuery {
  readonly lanes: readonly Lane[];
  readonly position: TimelinePosition | null;
  readonly limit: number;
}

export interface Timeline {
  readonly now: Instant;
  readonly lanes: readonly Lane[];
  /** Wanted, but of records that the caller may not read. */
  readonly hiddenLanes: readonly Lane[];
  /** The newest first. */
  readonly past: readonly TimelineEntry[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** The next first; with the newest page only. */
  readonly toCome: readonly TimelineEntry[];
}

/** Whoever may read the records may read when they happened. */
const permissionOf: Readonly<Record<Lane, string>> = {
  facts: 'connections:read',
  entitlement: 'connections:read',
  account: 'users:read',
  sessions: 'online:read',
  logins: 'online:read',
  deliveries: 'deliveries:read',
  portal: 'registrations:read',
};

@Injectable()
export class TimelineService {
  constructor(
    private readonly scopes: TimelineScopeRepository,
    private readonly rows: TimelineRepository,
    private readonly users: UsersService,
    private readonly work: WorkRepository,
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
  ) {}

  async ofSubject(context: Context, id: string, query: TimelineQuery): Promise<Timeline> {
    return this.timeline(context, await this.scopes.ofSubject(context, id), query);
  }

  async ofUser(context: Context, id: string, query: TimelineQuery): Promise<Timeline> {
    await this.users.read(context, id);
    return this.timeline(context, await this.scopes.ofUser(context, id), query);
  }

  private async timeline(context: Context, scope: TimelineScope, query: TimelineQuery): Promise<Timeline> {
    const now = this.clock.instant();
    const shown = query.lanes.filter((lane) => permits(context.actor, permissionOf[lane]));
    const position = query.position ?? { at: now, id: null, isBackwards: true };
    const subjects = await this.scopes.subjects(context, scope.subjectIds);
    const moments = subjects.map((subject) => momentsOf(subject, now));
    const found = await this.rows.past(context, scope, shown, position, query.limit + 1, now);
    const own = moments.flatMap(({ past }) => past.filter(({ lane }) => shown.includes(lane)).filter(beyond(position)));
    const direction = position.isBackwards ? -1 : 1;
    const inOrder = [...found, ...own].toSorted((one, other) => direction * compare(one, other));
    const page = inOrder.slice(0, query.limit);
    const isMore = inOrder.length > query.limit;
    const isNewest = query.position === null || (!position.isBackwards && !isMore);
    const toCome = isNewest ? await this.toCome(context, scope, subjects, now) : [];
    return {
      now,
      lanes: shown,
      hiddenLanes: query.lanes.filter((lane) => !shown.includes(lane)),
      past: position.isBackwards ? page : page.toReversed(),
      hasOlder: position.isBackwards ? isMore : true,
      hasNewer: position.isBackwards ? query.position !== null : isMore,
      toCome: [...toCome, ...(isNewest ? moments.flatMap((each) => each.toCome) : [])]
        .filter(({ lane }) => shown.includes(lane))
        .toSorted(
          (one, other) => one.at.localeCompare(other.at) || lanes.indexOf(one.lane) - lanes.indexOf(other.lane),
        ),
    };
  }

  private async toCome(
    context: Context,
    scope: TimelineScope,
    subjects: readonly TimelineSubject[],
    now: Instant,
  ): Promise<TimelineEntry[]> {
    const accounts = await this.work.look(context, scope.identityIds);
    const [states, ends] = await Promise.all([
      this.work.accountStates(context, accounts, now),
      this.rows.ends(context, scope, now),
    ]);
    return [
      ...(await this.entitlements(context, states, subjects, now)),
      ...states.flatMap((state) => accountChanges(accountToCome(state, now), state.account.id)),
      ...endsToCome(ends, now),
    ];
  }

  private async entitlements(
    context: Context,
    states: readonly AccountState[],
    subjects: readonly TimelineSubject[],
    now: Instant,
  ): Promise<TimelineEntry[]> {
    const all = states.flatMap(({ entitlements }) => entitlements);
    const own = all.filter(({ subjectId }) => subjects.some(({ id }) => id === subjectId));
    if (own.length === 0) return [];
    const connections = await this.connections.loadMany(context, [
      ...new Set(own.map(({ connectionId }) => connectionId)),
    ]);
    return entitlementsToCome(
      own,
      (id) => {
        const entitlement = own.find((each) => each.id === id);
        return connections.find((each) => each.id === entitlement?.connectionId)?.access;
      },
      (id) => subjects.find((subject) => subject.id === id),
      now,
    );
  }
}

function compare(one: TimelineEntry, other: TimelineEntry): number {
  return one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1;
}

/** As the statement compares. */
function beyond({ at, id, isBackwards }: TimelinePosition): (entry: TimelineEntry) => boolean {
  return (entry) => {
    if (entry.at !== at) return isBackwards ? entry.at < at : entry.at > at;
    return id === null || (isBackwards ? entry.id < id : entry.id > id);
  };
}
