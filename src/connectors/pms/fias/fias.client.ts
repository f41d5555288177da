import { connect as openSocket, type Socket } from 'node:net';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import { framed, FrameReader } from './fias.framing.js';
import type { FiasSettings } from './fias.settings.js';
import { bytesOf } from './fias.text.js';

const connectTimeoutSeconds = 10;
const keepAliveMilliseconds = 30_000;

export interface Arrivals {
  /** The content of a complete frame. */
  frame(content: Buffer): void;
  /** A frame was given up. */
  broken(): void;
}

/** One TCP connection to the IFC. The IFC keeps the last one it accepted, so there must never be two. */
export class FiasConnection {
  /** Resolves with the reason when the connection is gone. */
  readonly closed: Promise<string>;
  private readonly reader = new FrameReader();

  constructor(
    private readonly socket: Socket,
    private readonly encoding: FiasSettings['encoding'],
  ) {
    let failure = 'The interface closed the connection';
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveMilliseconds);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure = `The connection broke (${error.code ?? error.name})`;
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve(failure));
    });
  }

  receive(arrivals: Arrivals): void {
    this.socket.on('data', (packet: Buffer) => {
      for (const framed of this.reader.read(packet)) {
        if (framed === 'broken') arrivals.broken();
        else arrivals.frame(framed);
      }
    });
    this.socket.on('end', () => this.socket.end());
  }

  /** Something arrived, if only noise. */
  get hasSpoken(): boolean {
    return this.socket.bytesRead > 0;
  }

  /** @returns false when nothing can be written any more */
  send(record: string): boolean {
    if (!this.socket.writable) return false;
    this.socket.write(framed(bytesOf(record, this.encoding)));
    return true;
  }

  /** While we do not read, the IFC holds back what it has to say: the TCP window closes. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  /** Sends what is queued, then closes. */
  end(): void {
    this.socket.end(() => this.socket.destroy());
  }

  drop(): void {
    this.socket.destroy();
  }
}

/** @throws ConnectorProblem unreachable; settings_invalid for an address this deployment does not permit */
export async function connect(
  { settings, clock, reach }: Pick<ConnectorSession<FiasSettings>, 'settings' | 'clock' | 'reach'>,
  signal: AbortSignal,
): Promise<FiasConnection> {
  const { host, port, encoding } = settings;
  if (!reach.allows(host))
    throw new ConnectorProblem(
      'settings_invalid',
      `${host} is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those`,
    );
  const socket = openSocket({ host, port, lookup: reach.lookup });
  const givenUp = new AbortController();
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        unreachable(
          `${host}:${port} cannot be reached (${error.code ?? error.name}): check host, port and the firewall between`,
          error,
        ),
      ),
    );
  });
  const tooLate = clock.sleep(connectTimeoutSeconds * 1000, AbortSignal.any([signal, givenUp.signal])).then(() => {
    throw unreachable(
      signal.aborted
        ? 'Given up'
        : `${host}:${port} did not answer within ${connectTimeoutSeconds} s: check host, port and the firewall between`,
    );
  });
  try {
    await Promise.race([opened, tooLate]);
    return new FiasConnection(socket, encoding);
  } catch (problem) {
    socket.on('error', () => {});
    socket.destroy();
    throw problem;
  } finally {
    givenUp.abort();
    tooLate.catch(() => {});
  }
}

function unreachable(message: string, cause?: unknown): ConnectorProblem {
  return new ConnectorProblem('unreachable', message, { cause });
}
