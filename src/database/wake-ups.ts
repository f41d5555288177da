/** The channel on which processes and triggers wake all workers: LISTEN and NOTIFY. */
export const wakeUpChannel = 'usher_wake_up';

/** What workers wait for. */
type Work = 'inbox' | 'due' | 'runs' | 'connections' | 'postings' | 'events' | 'webhooks' | 'sessions' | 'messages';

/** Tables of messages that wait to be sent. */
export type MessageQueue =
  'alert_messages' | 'credential_deliveries' | 'password_resets' | 'portal_messages' | 'report_mails';

/** Something may be waiting. A lost wake-up costs seconds (the sweeps find it), never a change. */
export interface WakeUp {
  readonly topic: Work | 'cached' | 'subjects';
  readonly organizationId: string;
  /**
   * inbox, runs, connections, postings, subjects: the connection's id. due: the target key. events: the organization's
   * id. webhooks: the webhook's id. cached: empty, what processes remember is outdated (heard-changes.ts). sessions:
   * empty, published by triggers. messages: a MessageQueue.
   */
  readonly key: string;
}

type Listener = (ring: WakeUp) => void;

/** Wakes workers of this process at once; a relay passes wake-ups on to other processes. */
export class WakeUps {
  private readonly listeners = new Map<WakeUp['topic'], Set<Listener>>();
  private transport: Listener = () => undefined;

  publish(ring: WakeUp): void {
    this.deliver(ring);
    this.transport(ring);
  }

  /** Messages were queued. Their senders need not wait for the next sweep. */
  publishMessages(organizationId: string, key: MessageQueue): void {
    this.publish({ topic: 'messages', organizationId, key });
  }

  /** A wake-up from another process: heard here, not passed on. */
  deliver(ring: WakeUp): void {
    for (const listener of this.listeners.get(ring.topic) ?? []) listener(ring);
  }

  /** Returns a function that stops listening. */
  on(topic: WakeUp['topic'], listener: Listener): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  relayTo(transport: Listener): void {
    this.transport = transport;
  }
}
