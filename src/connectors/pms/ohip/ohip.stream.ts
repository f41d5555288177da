import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import WebSocket from 'ws';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { OhipSettings } from './ohip.settings.js';
import { type OhipStreamMessage, streamProtocol, subscription } from './ohip.wire.js';

/** Oracle wants a ping every 15 s at least, and closes a stream that is silent. */
const pingSeconds = 14;
const deadAfterSeconds = 45;
const answerSeconds = 20;
/** How long Oracle may take to close a stream that we ended. */
const closeSeconds = 10;
const mostBytes = 1024 * 1024;

export type StreamPlace = Pick<ConnectorSession<OhipSettings>, 'settings' | 'clock' | 'reach'>;

export interface StreamEvents {
  /** Events may come from now on. */
  subscribed(): void;
  /** Anything arrived. */
  heard(): void;
  /** One event, as it came. */
  event(message: Buffer): void;
}

/** What ended a stream. `code`: of WebSocket, or the HTTP status of an opening that was refused. */
export interface StreamEnd {
  readonly code: number;
  readonly detail: string;
}

/** One WebSocket from its opening to its end: the messages of OHIP's protocol, and its signs of life. */
export class OhipStream {
  private readonly over = new AbortController();
  private readonly socket: WebSocket;
  private heardAtMilliseconds: number;
  private isReading = true;
  private isAccepted = false;
  private detail: string | null = null;
  /** Resolves when the socket is gone. */
  readonly ended: Promise<StreamEnd>;

  /** @throws ConnectorProblem settings_invalid for an address this deployment does not permit */
  constructor(
    private readonly place: StreamPlace,
    private readonly token: string,
    private readonly input: string,
    private readonly events: StreamEvents,
  ) {
    const { settings, reach, clock } = place;
    this.heardAtMilliseconds = clock.milliseconds();
    const url = new URL('/subscriptions', settings.gateway_url.replace(/^http/, 'ws'));
    url.searchParams.set('key', createHash('sha256').update(settings.app_key).digest('hex'));
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !reach.allows(host))
      throw new ConnectorProblem(
        'settings_invalid',
        `${host} is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those`,
      );
    this.socket = new WebSocket(url, streamProtocol, {
      lookup: reach.lookup,
      followRedirects: false,
      handshakeTimeout: answerSeconds * 1000,
      maxPayload: mostBytes,
      perMessageDeflate: false,
    });
    this.ended = this.untilClosed();
    this.begin();
  }

  /** Asks for the end; what is under way still comes. Oracle closes the socket, we only where it does not. */
  end(): void {
    if (!this.isAccepted) return this.socket.terminate();
    this.say({ id: '1', type: 'complete' });
    void this.after(closeSeconds, () => this.socket.terminate());
  }

  /** While we do not read, Oracle keeps what it has to say. */
  async pauseUntil(room: Promise<void>): Promise<void> {
    if (!this.isReading) return;
    this.isReading = false;
    this.socket.pause();
    await room;
    this.isReading = true;
    this.heardAtMilliseconds = this.place.clock.milliseconds();
    this.socket.resume();
  }

  private begin(): void {
    const { socket } = this;
    socket.on('open', () => {
      const { app_key: key } = this.place.settings;
      this.say({ type: 'connection_init', payload: { Authorization: `Bearer ${this.token}`, 'x-app-key': key } });
      void this.after(answerSeconds, () => {
        if (!this.isAccepted) this.giveUp('OPERA Cloud takes the connection and says nothing');
      });
      void this.keepAlive();
    });
    socket.on('message', (data: WebSocket.RawData) => this.received(bytesOf(data)));
  }

  private received(data: Buffer): void {
    this.heardAtMilliseconds = this.place.clock.milliseconds();
    this.events.heard();
    const message = messageOf(data);
    switch (message?.type) {
      case 'connection_ack':
        this.isAccepted = true;
        this.say({ id: '1', type: 'subscribe', payload: { query: subscription(this.input) } });
        return this.events.subscribed();
      case 'ping':
        return this.say({ type: 'pong' });
      case 'next':
        return this.events.event(data);
      case 'error':
        return this.giveUp('OPERA Cloud refused the subscription: check chain_code, and that its events are approved');
      default:
        return undefined;
    }
  }

  private async keepAlive(): Promise<void> {
    const { clock } = this.place;
    for (;;) {
      await clock.sleep(pingSeconds * 1000, this.over.signal);
      if (this.over.signal.aborted) return;
      const silentSeconds = (clock.milliseconds() - this.heardAtMilliseconds) / 1000;
      if (this.isReading && silentSeconds > deadAfterSeconds)
        return this.giveUp('OPERA Cloud does not answer any more');
      this.say({ type: 'ping' });
    }
  }

  private giveUp(detail: string): void {
    this.detail = detail;
    this.socket.terminate();
  }

  private say(message: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private async after(seconds: number, act: () => void): Promise<void> {
    await this.place.clock.sleep(seconds * 1000, this.over.signal);
    if (!this.over.signal.aborted) act();
  }

  private untilClosed(): Promise<StreamEnd> {
    return new Promise((resolve) => {
      let refused = 0;
      let failure = '';
      this.socket.on('unexpected-response', (request, response) => {
        refused = response.statusCode ?? 0;
        response.resume();
        request.destroy();
        // Without this the socket waits for the end of an answer that nobody reads.
        this.socket.terminate();
      });
      this.socket.on('error', (error: NodeJS.ErrnoException) => {
        failure = error.code ?? error.name;
      });
      this.socket.on('close', (code) => {
        this.over.abort();
        const shown = failure && !refused ? `The stream cannot be reached, or broke (${failure})` : '';
        resolve({ code: refused || code, detail: this.detail ?? shown });
      });
    });
  }
}

function bytesOf(data: WebSocket.RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

function messageOf(data: Buffer): OhipStreamMessage | undefined {
  try {
    const message: unknown = JSON.parse(data.toString('utf8'));
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
