import { writeSync } from 'node:fs';

/** How long one write waits for a slow reader. */
const patienceMilliseconds = 1_000;
const napMilliseconds = 10;

/**
 * Writes lines to a file descriptor, all lines of one turn of the event loop at once: one write per line costs a busy
 * process a third of its requests. Lines that cannot be written (full disk, reader gone or stuck) are dropped and
 * counted, because the work matters more than its log.
 */
export class LineOutput {
  dropped = 0;
  private lines = '';
  private untold = 0;
  private isMidLine = false;

  /** `notice` makes the line that reports how many were dropped, once writing works again. */
  constructor(
    private readonly descriptor: number,
    private readonly notice: (dropped: number) => string,
  ) {
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    if (this.lines === '') setImmediate(() => this.flush());
    this.lines += line;
  }

  private flush(): void {
    const { lines } = this;
    this.lines = '';
    if (lines === '') return;
    // Ends a line that was cut off before the next one begins.
    const before = this.isMidLine ? '\n' : '';
    const notice = this.untold > 0 ? this.notice(this.untold) : '';
    const rest = this.put(Buffer.from(`${before}${notice}${lines}`), this.untold > 0 ? 0 : patienceMilliseconds);
    if (rest.length === 0) {
      this.untold = 0;
      this.isMidLine = false;
      return;
    }
    const lost = Math.min(countLines(rest), countLines(Buffer.from(lines)));
    this.dropped += lost;
    this.untold += lost;
  }

  /** Number of lines that could not be written. */
  private put(bytes: Buffer, patience: number): Buffer {
    let rest = bytes;
    const until = Date.now() + patience;
    while (rest.length > 0) {
      try {
        const written = writeSync(this.descriptor, rest);
        if (written > 0) this.isMidLine = rest[written - 1] !== lineFeed;
        rest = rest.subarray(written);
      } catch (error) {
        const isBehind = ['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? '');
        if (!isBehind || Date.now() >= until) return rest;
        nap();
      }
    }
    return rest;
  }
}

const lineFeed = 0x0a;

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === lineFeed) count += 1;
  return count;
}

function nap(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, napMilliseconds);
}
