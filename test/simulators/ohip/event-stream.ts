import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Event } from './front-desk.js';

export interface StreamTerms {
  readonly appKey: string;
  readonly hotelId: string;
  takes(token: string): boolean;
}

interface Kept {
  readonly offset: number;
  readonly body: object;
}

interface Reader {
  readonly socket: WebSocket;
  subscriptionId: string | null;
  timer?: NodeJS.Timeout;
}

/** OHIP's stream of one chain: one reader for an application key, who starts at an offset and shows signs of life. */
export class EventStream {
  readonly chain = 'LHG';
  /** Newest last; Oracle keeps seven days. */
  readonly kept: Kept[] = [];
  /** What was asked for by each subscription, in order. */
  readonly subscriptions: string[] = [];
  readonly closedWith: number[] = [];
  pings = 0;
  pongs = 0;
  upgrades = 0;
  /** HTTP status instead of an upgrade. */
  refuses: number | undefined;
  /** Between two streams of one application. */
  pauseMilliseconds = 0;
  /** Without a sign of life. */
  patienceMilliseconds = 20_000;
  /** The line is dead: nothing is answered. */
  isMute = false;
  /** The last events come once more after a reader comes back. */
  repeats = 0;
  private readonly server = new WebSocketServer({ noServer: true });
  private reader: Reader | null = null;
  private committed = 0;
  private readerLeftAt = 0;
  private offset = 118_204;

  constructor(
    server: Server,
    private readonly terms: StreamTerms,
  ) {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.open(request, socket, head));
  }

  get isRead(): boolean {
    return this.reader?.subscriptionId != null;
  }

  happened({ moduleName, actionType, primaryKey }: Event, hotelId = this.terms.hotelId): number {
    this.offset += 1;
    const { offset } = this;
    const body = {
      metadata: { offset: String(offset), uniqueEventId: `b3b0c5a2-0001-4d7e-9b7a-${offset}` },
      moduleName: moduleName.toUpperCase(),
      eventName: actionType,
      primaryKey,
      hotelId,
    };
    this.kept.push({ offset, body });
    this.give();
    return offset;
  }

  /** A message of the right kind with nothing in it. */
  sendEmpty(): void {
    const { reader } = this;
    if (reader) say(reader.socket, { id: reader.subscriptionId, type: 'next', payload: { data: { newEvent: null } } });
  }

  ping(): void {
    if (this.reader) say(this.reader.socket, { type: 'ping' });
  }

  /** Somebody else reads with the same application. */
  occupy(): () => void {
    this.drop(4409);
    const other: Reader = { socket: null as unknown as WebSocket, subscriptionId: 'other' };
    this.reader = other;
    return () => {
      this.reader = null;
    };
  }

  drop(code?: number): void {
    if (code === undefined) this.reader?.socket.terminate();
    else this.reader?.socket.close(code);
    this.reader = null;
  }

  stop(): void {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
  }

  private open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.upgrades += 1;
    const url = new URL(request.url ?? '/', 'http://ohip');
    const hash = createHash('sha256').update(this.terms.appKey).digest('hex');
    const isRight =
      url.pathname === '/subscriptions' &&
      url.searchParams.get('key') === hash &&
      request.headers['sec-websocket-protocol'] === 'graphql-transport-ws';
    const status = this.refuses ?? (isRight ? undefined : 400);
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
    this.server.handleUpgrade(request, socket, head, (opened) => this.take(opened));
  }

  private take(socket: WebSocket): void {
    const reader: Reader = { socket, subscriptionId: null };
    const waiting = setTimeout(() => socket.close(4504), 5_000);
    let isKnown = false;
    socket.on('close', (code) => {
      this.closedWith.push(code);
      clearTimeout(waiting);
      clearTimeout(reader.timer);
      if (this.reader !== reader) return;
      this.reader = null;
      this.readerLeftAt = Date.now();
    });
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { type: string; id?: string; payload?: Record<string, string> };
      this.watch(reader);
      if (message.type === 'ping') {
        this.pings += 1;
        return this.isMute ? undefined : say(socket, { type: 'pong' });
      }
      if (message.type === 'pong') {
        this.pongs += 1;
        return;
      }
      if (message.type === 'connection_init') {
        clearTimeout(waiting);
        const { Authorization: authorization = '', 'x-app-key': key } = message.payload ?? {};
        if (key !== this.terms.appKey) return socket.close(4403);
        if (!this.terms.takes(authorization.replace(/^Bearer /, ''))) return socket.close(4401);
        isKnown = true;
        return say(socket, { type: 'connection_ack' });
      }
      if (!isKnown) return socket.close(4401);
      if (message.type === 'subscribe') return this.subscribe(reader, message.id ?? '', message.payload?.query ?? '');
      if (message.type === 'complete') {
        this.give();
        // The last messages are on their way before the end.
        setTimeout(() => socket.close(1000), 20);
        return;
      }
      return socket.close(4400);
    });
  }

  private subscribe(reader: Reader, id: string, query: string): void {
    this.subscriptions.push(query);
    const { socket } = reader;
    if (this.reader || Date.now() - this.readerLeftAt < this.pauseMilliseconds) return socket.close(4409);
    const input = /newEvent\(input: \{(.*?)\}\)/.exec(query)?.[1] ?? '';
    const chain = /chainCode: "([^"]+)"/.exec(input)?.[1];
    if (chain !== this.chain || !query.includes('metadata { offset uniqueEventId }')) return socket.close(4400);
    const from = /offset: "(\d+)"/.exec(input)?.[1];
    if (from !== undefined) this.committed = Number(from) - 1;
    else if (input.includes('offsetType: highest')) this.committed = Math.max(this.committed, this.offset);
    this.committed -= this.repeats;
    reader.subscriptionId = id;
    this.reader = reader;
    this.give();
  }

  private give(): void {
    const { reader } = this;
    if (!reader?.subscriptionId || reader.subscriptionId === 'other') return;
    for (const { offset, body } of this.kept) {
      if (offset <= this.committed) continue;
      say(reader.socket, { id: reader.subscriptionId, type: 'next', payload: { data: { newEvent: body } } });
      this.committed = offset;
    }
  }

  private watch(reader: Reader): void {
    clearTimeout(reader.timer);
    reader.timer = setTimeout(() => reader.socket.terminate(), this.patienceMilliseconds);
    reader.timer.unref();
  }
}

function say(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message));
}
