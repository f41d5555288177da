import { PassThrough, type Writable } from 'node:stream';
import type { Topic } from './topics.js';

/** A reader with more unread bytes than this is disconnected; it reconnects and resumes. */
const mostUnreadBytes = 256 * 1024;

/** A listener and its topics. */
export interface Listener {
  readonly token: string;
  /** The organization of the call; it may watch more. */
  readonly organizationId: string;
  readonly actorId: string;
  readonly topics: ReadonlySet<Topic>;
  readonly isBeneath: boolean;
}

/** One open answer of server-sent events. */
export class LiveStream {
  /** The stream that the HTTP edge sends. */
  readonly body = new PassThrough();
  organizationIds: readonly string[] = [];
  /** Tells the reader that it listens: from then on it misses nothing. */
  isReady = false;

  /** @param wire the socket's side of the answer */
  constructor(
    readonly listener: Listener,
    private readonly wire: Writable,
    readonly lastEventId: string | undefined,
    closed: (stream: LiveStream) => void,
  ) {
    this.body.on('error', () => undefined);
    this.body.once('close', () => closed(this));
  }

  /** `frames`: whole events, as they go over the wire. */
  write(frames: string): void {
    if (this.body.destroyed || this.body.writableEnded) return;
    const unread = this.body.readableLength + this.body.writableLength + this.wire.writableLength;
    if (unread > mostUnreadBytes) this.sever();
    else this.body.write(frames);
  }

  end(): void {
    this.body.end();
  }

  /** Without waiting for the reader. */
  sever(): void {
    this.body.destroy();
    if (!this.wire.writableFinished) this.wire.destroy();
  }
}

/** An event as it goes over the wire. Data is JSON, so it has no line breaks. */
export function eventText(id: string, event: 'ready' | 'change' | 'reset', data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
