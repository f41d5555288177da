import { connect, type Socket } from 'node:net';

/** One connection without any HTTP client: bytes in, bytes out. */
export class BareSocket {
  private readonly parts: Buffer[] = [];
  private readonly socket: Socket;
  private isClosed = false;
  private readonly waiting = new Set<() => void>();

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (part: Buffer) => this.tell(() => this.parts.push(part)));
    this.socket.on('close', () =>
      this.tell(() => {
        this.isClosed = true;
      }),
    );
    // A refused request ends in a reset when bytes were still on their way.
    this.socket.on('error', () => undefined);
  }

  get text(): string {
    return Buffer.concat(this.parts).toString('latin1');
  }

  send(bytes: string | Uint8Array): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  /** Nothing more comes from this side. */
  finish(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** What came until the other side closed the connection. */
  closed(): Promise<string> {
    return this.until(() => this.isClosed);
  }

  /** What came until `condition` holds of it, or the connection is closed. */
  until(condition: (text: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.isClosed && !condition(this.text)) return;
        this.waiting.delete(look);
        resolve(this.text);
      };
      this.waiting.add(look);
      look();
    });
  }

  private tell(what: () => void): void {
    what();
    for (const look of this.waiting) look();
  }
}

export interface BareAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The answers in a stream whose bodies all have a Content-Length. */
export function answersIn(text: string): BareAnswer[] {
  const answers: BareAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const head = rest.slice(0, end);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    answers.push({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
      head,
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = rest.slice(end + 4 + length);
  }
}
