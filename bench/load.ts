import { connect, type Socket } from 'node:net';

export interface Load {
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly errors: number;
}

/** One HTTP/1.1 request as bytes; the load generator spends its time on the server's work, not on its own. */
export function request(method: string, url: URL, headers: Record<string, string> = {}, body = ''): Buffer {
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Closed loop: each of `connections` sends its next request when the last one is answered, for `seconds`. */
export async function closedLoop(
  url: URL,
  options: { connections: number; seconds: number; next: () => Buffer },
): Promise<Load> {
  const latencies: number[] = [];
  let errors = 0;
  const until = performance.now() + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = await open(url);
      const read = answers(socket);
      while (performance.now() < until) {
        const started = performance.now();
        socket.write(options.next());
        const status = await read();
        latencies.push(performance.now() - started);
        if (status >= 400) errors += 1;
      }
      socket.destroy();
    }),
  );
  return { ...summary(latencies), perSecond: latencies.length / options.seconds, errors };
}

/** One request on a connection of its own. @throws when it is refused */
export async function once(url: URL, bytes: Buffer): Promise<void> {
  const socket = await open(url);
  const read = answers(socket);
  socket.write(bytes);
  const status = await read();
  socket.destroy();
  if (status >= 400) throw new Error(`It was answered ${status}`);
}

/** As closedLoop, of anything that can be awaited: `connections` callers, each with its own `next`. */
export async function closedCalls(options: {
  connections: number;
  seconds: number;
  next: () => Promise<unknown>;
}): Promise<Load> {
  const latencies: number[] = [];
  const until = performance.now() + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      while (performance.now() < until) {
        const started = performance.now();
        await options.next();
        latencies.push(performance.now() - started);
      }
    }),
  );
  return { ...summary(latencies), perSecond: latencies.length / options.seconds, errors: 0 };
}

export function refuseErrors(turns: Readonly<Record<string, readonly Load[]>>): void {
  const errors = Object.entries(turns).flatMap(([name, loads]) =>
    loads.filter((load) => load.errors > 0).map((load) => `${name}: ${load.errors}`),
  );
  if (errors.length > 0) throw new Error(`Requests failed, so the figures mean nothing: ${errors.join(', ')}`);
}

export function summary(latencies: number[]): { p50Milliseconds: number; p99Milliseconds: number } {
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Milliseconds: at(0.5), p99Milliseconds: at(0.99) };
}

function open(url: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => resolve(socket));
    socket.setNoDelay(true);
    socket.on('error', reject);
  });
}

/** Reads one answer at a time (Content-Length or chunked) and gives its status. */
function answers(socket: Socket): () => Promise<number> {
  let buffer: Buffer = Buffer.alloc(0);
  let waiting: ((status: number) => void) | undefined;
  const take = () => {
    const head = buffer.indexOf('\r\n\r\n');
    if (head < 0 || !waiting) return;
    const text = buffer.toString('latin1', 0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    const end = length === undefined ? endOfChunks(buffer, head + 4, text) : head + 4 + Number(length);
    if (end < 0 || buffer.length < end) return;
    buffer = buffer.subarray(end);
    const done = waiting;
    waiting = undefined;
    done(Number(text.slice(9, 12)));
  };
  socket.on('data', (chunk: Buffer) => {
    buffer = buffer.length > 0 ? Buffer.concat([buffer, chunk]) : chunk;
    take();
  });
  return () =>
    new Promise((resolve) => {
      waiting = resolve;
      take();
    });
}

function endOfChunks(buffer: Buffer, from: number, head: string): number {
  if (!/transfer-encoding: chunked/i.test(head)) return from;
  const end = buffer.indexOf('0\r\n\r\n', from);
  return end < 0 ? -1 : end + 5;
}
