import type { Socket } from 'node:net';
import iconv from 'iconv-lite';

/** How unkind the line is. */
export interface LineFaults {
  /** Frames are cut and joined at any byte. */
  readonly splitPackets?: boolean;
  /** Bytes that belong to no frame come between frames. */
  readonly noise?: boolean;
}

/** Repeatable chance (mulberry32), so that a failing day can be played again. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One accepted connection: frames out, with faults; records in. */
export class IfcLine {
  private outgoing: Buffer[] = [];
  private incoming = Buffer.alloc(0);
  private isFlushing = false;

  constructor(
    private readonly socket: Socket,
    private readonly encoding: string,
    private readonly faults: LineFaults,
    private readonly roll: () => number,
    onRecord: (text: string) => void,
  ) {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (packet: Buffer) => {
      this.incoming = Buffer.concat([this.incoming, packet]);
      for (;;) {
        const end = this.incoming.indexOf(0x03);
        if (end < 0) return;
        const start = this.incoming.lastIndexOf(0x02, end);
        const content = start < 0 ? null : this.incoming.subarray(start + 1, end);
        this.incoming = this.incoming.subarray(end + 1);
        if (content) onRecord(iconv.decode(content, this.encoding));
      }
    });
  }

  send(text: string): void {
    this.sendBytes(Buffer.concat([Buffer.of(0x02), iconv.encode(text, this.encoding), Buffer.of(0x03)]));
  }

  sendBytes(bytes: Buffer): void {
    if (this.faults.noise && this.roll() < 0.3)
      this.outgoing.push(Buffer.from([0x06, 0x0d, 0x0a, 0x7c].slice(0, 1 + Math.floor(this.roll() * 4))));
    this.outgoing.push(bytes);
    if (this.isFlushing) return;
    this.isFlushing = true;
    setImmediate(() => this.flush());
  }

  /** Sends what waits, then closes. */
  end(): void {
    this.flush();
    this.socket.end();
  }

  drop(): void {
    this.socket.destroy();
  }

  private flush(): void {
    this.isFlushing = false;
    const bytes = Buffer.concat(this.outgoing);
    this.outgoing = [];
    if (!this.socket.writable || bytes.length === 0) return;
    if (!this.faults.splitPackets) {
      this.socket.write(bytes);
      return;
    }
    for (let from = 0; from < bytes.length;) {
      const length = 1 + Math.floor(this.roll() * 90);
      this.socket.write(bytes.subarray(from, from + length));
      from += length;
    }
  }
}
