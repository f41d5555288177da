/** On which processes, and triggers, wake the workers of all: LISTEN and NOTIFY. */
export const wakeUpChannel = 'usher_wake_up';

/** Something may be waiting. A lost ring costs a second (the sweeps find it), never a change. */
export interface WakeUp {
  readonly topic: 'inbox' | 'due' | 'runs' | 'connections' | 'events' | 'webhooks' | 'keys' | 'sessions';
  readonly organizationId: string;
  /**
   * inbox, runs, connections: the connection's id. due: the target key. events: the organization's id. webhooks: the
   * webhook's id. keys: of what a key may do, what changed. sessions: empty, published by triggers.
   */
  readonly key: string;
}

type Listener = (ring: WakeUp) => void;

/** Wakes workers of this process at once; a transport passes rings on to other processes. */
export class WakeUps {
  private readonly listeners = new Map<WakeUp['topic'], Set<Listener>>();
  private transport: Listener = () => undefined;

  publish(ring: WakeUp): void {
    this.deliver(ring);
    this.transport(ring);
  }

  /** A ring from another process: heard here, not passed on. */
  deliver(ring: WakeUp): void {
    for (const listener of this.listeners.get(ring.topic) ?? []) listener(ring);
  }

  /** Returns how to stop listening. */
  on(topic: WakeUp['topic'], listener: Listener): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  relayTo(transport: Listener): void {
    this.transport = transport;
  }
}
