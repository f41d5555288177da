/** Something may be waiting. A lost ring costs a second (the sweeps find it), never a change. */
export interface Ring {
  readonly topic: 'inbox' | 'due' | 'runs' | 'connections' | 'events' | 'webhooks' | 'keys' | 'sessions';
  readonly organizationId: string;
  /** inbox, runs, connections: the connection's id. due: the target key. events: the organization's id. webhooks: the webhook's id. keys: of what a key may do, what changed. sessions: empty, rung by triggers. */
  readonly key: string;
}

type Listener = (ring: Ring) => void;

/** Wakes workers of this process at once; a transport passes rings on to other processes. */
export class Doorbell {
  private readonly listeners = new Map<Ring['topic'], Set<Listener>>();
  private transport: Listener = () => undefined;

  ring(ring: Ring): void {
    this.hear(ring);
    this.transport(ring);
  }

  /** A ring from another process: heard here, not passed on. */
  hear(ring: Ring): void {
    for (const listener of this.listeners.get(ring.topic) ?? []) listener(ring);
  }

  /** Returns how to stop listening. */
  on(topic: Ring['topic'], listener: Listener): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  passOn(transport: Listener): void {
    this.transport = transport;
  }
}
