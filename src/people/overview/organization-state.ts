/** Counts by a name: of a state, of a reason, of an hour (0 is the last one). */
type Counts = Readonly<Record<string, number>>;

/** The present state of one organization. */
export interface OrganizationState {
  readonly id: string;
  readonly name: string;
  /** By state of their link. */
  readonly connections: Counts;
  readonly heldRuns: number;
  readonly openAlerts: number;
  /** Null: nothing waits. */
  readonly oldestDirtySeconds: number | null;
  readonly arrivals: number;
  readonly departures: number;
  readonly served: number;
  readonly sessionsOnline: number;
  readonly devicesOnline: number;
  readonly rejections: Counts;
  readonly events: Counts;
  readonly operations: Counts;
  readonly logins: Counts;
  readonly sessions: Counts;
}

/** Adds up several organizations. */
export function together(states: readonly OrganizationState[]): Omit<OrganizationState, 'id' | 'name'> {
  const sum = (of: (state: OrganizationState) => number) => states.reduce((total, state) => total + of(state), 0);
  const counts = (of: (state: OrganizationState) => Counts): Counts => {
    const all: Record<string, number> = {};
    for (const state of states)
      for (const [name, count] of Object.entries(of(state))) all[name] = (all[name] ?? 0) + count;
    return all;
  };
  const waiting = states.flatMap(({ oldestDirtySeconds }) => oldestDirtySeconds ?? []);
  return {
    connections: counts((state) => state.connections),
    heldRuns: sum((state) => state.heldRuns),
    openAlerts: sum((state) => state.openAlerts),
    oldestDirtySeconds: waiting.length > 0 ? Math.max(...waiting) : null,
    arrivals: sum((state) => state.arrivals),
    departures: sum((state) => state.departures),
    served: sum((state) => state.served),
    sessionsOnline: sum((state) => state.sessionsOnline),
    devicesOnline: sum((state) => state.devicesOnline),
    rejections: counts((state) => state.rejections),
    events: counts((state) => state.events),
    operations: counts((state) => state.operations),
    logins: counts((state) => state.logins),
    sessions: counts((state) => state.sessions),
  };
}

const late = 60;

/** Greater means more urgent: links that are down come first, then waiting plans, silence, alerts, delay. */
export function urgencyOf({ connections, heldRuns, openAlerts, oldestDirtySeconds }: OrganizationState): number {
  const { quarantined = 0, down = 0, silent = 0, degraded = 0 } = connections;
  return (
    (quarantined + down) * 1_000 +
    heldRuns * 100 +
    silent * 50 +
    degraded * 20 +
    openAlerts * 10 +
    ((oldestDirtySeconds ?? 0) > late ? 5 : 0)
  );
}
