import { createSocket, type Socket } from 'node:dgram';
import { type Load, summary } from '../load.js';

/** One access point: a socket at an address of its own, one packet under way at a time. */
export class AccessPointLoad {
  private id = 0;
  private heard: ((answer: Buffer) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (answer) => {
      if (answer[1] === this.id) this.heard?.(answer);
    });
  }

  static async open(address: string): Promise<AccessPointLoad> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, address, resolve);
    });
    return new AccessPointLoad(socket);
  }

  /** Undefined: no answer in time. */
  async ask(port: number, make: (id: number) => Buffer, seconds = 5): Promise<Buffer | undefined> {
    this.id = (this.id + 1) % 256;
    const packet = make(this.id);
    const answer = new Promise<Buffer>((resolve) => {
      this.heard = resolve;
    });
    this.socket.send(packet, port, '127.0.0.1');
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), seconds * 1000);
    });
    const got = await Promise.race([answer, silence]);
    clearTimeout(timer);
    return got;
  }

  close(): void {
    this.socket.close();
  }
}

export interface RadiusLoad extends Load {
  readonly answered: number;
}

/**
 * Closed loop over all access points, each with turns of its own; an answer of another code than `wanted`, or none, is
 * an error.
 */
export async function radiusLoad(
  points: readonly AccessPointLoad[],
  options: {
    port: number;
    seconds: number;
    wanted: number;
    make: (id: number, turn: number, point: number) => Buffer;
    heard?: (answer: Buffer, turn: number, point: number) => void;
  },
): Promise<RadiusLoad> {
  const latencies: number[] = [];
  let errors = 0;
  const begun = performance.now();
  const until = begun + options.seconds * 1000;
  await Promise.all(
    points.map(async (point, index) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const started = performance.now();
        const answer = await point.ask(options.port, (id) => options.make(id, turn, index));
        if (answer?.[0] !== options.wanted) {
          errors += 1;
          continue;
        }
        latencies.push(performance.now() - started);
        options.heard?.(answer, turn, index);
      }
    }),
  );
  return {
    ...summary(latencies),
    perSecond: (latencies.length / (performance.now() - begun)) * 1000,
    errors,
    answered: latencies.length,
  };
}
