import { createHash } from 'node:crypto';
import { connect as openSocket, type Socket } from 'node:net';
import type SftpClient from 'ssh2-sftp-client';
import type { Clock } from '../../../kernel/clock.js';
import { blockedAddress } from '../../../kernel/reach.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorSession } from '../../../provisioning/connector/connector.js';
import type { CsvSettings } from './csv.settings.js';
import type { CsvSource, FoundFile } from './csv.source.js';

const connectMilliseconds = 20_000;
/**
 * A server that is silent for this long is given up. One that keeps sending is not: its volume is limited instead,
 * however long it takes.
 */
const longestSilenceMilliseconds = 60_000;
const notSetUp = 'the SSH session was not set up';
/** For a directory listing, which the client holds as a whole: some 100,000 files. */
const mostListBytes = 16 * 2 ** 20;
type Session = Pick<ConnectorSession<CsvSettings>, 'settings' | 'reach' | 'clock'>;

/**
 * A server has a key of each kind and shows the first that we name; whoever set the fingerprint may have taken another.
 */
const hostKeyKinds = [
  ['ssh-ed25519'],
  ['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'],
  ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
];

/**
 * Opens a session with the SFTP server. The server's key must be the pinned one, so that no impostor learns a password.
 * @throws ConnectorProblem
 */
export async function openSftp(session: Session, signal: AbortSignal): Promise<CsvSource> {
  const shown = await signedIn(session, hostKeyKinds.flat(), signal);
  if (shown instanceof SftpSource) return shown;
  const { host = '' } = session.settings;
  if (shown.fingerprint === '') throw unreachable(host, notSetUp);
  for (const kinds of hostKeyKinds.filter((each) => !each.includes(shown.kind))) {
    const next = await signedIn(session, kinds, signal);
    if (next instanceof SftpSource) return next;
  }
  throw new ConnectorProblem(
    'settings_invalid',
    `host_key: ${host} shows the key ${shown.fingerprint}, not the one that is set. Ask whoever runs it whether it ` +
      'was changed',
  );
}

/** A key that is not the pinned one. Both empty: the server has none of these kinds. */
interface OtherHostKey {
  readonly kind: string;
  readonly fingerprint: string;
}

async function signedIn(
  session: Session,
  serverHostKey: readonly string[],
  signal: AbortSignal,
): Promise<SftpSource | OtherHostKey> {
  const {
    host = '',
    port,
    user_name: username,
    password,
    private_key: privateKey,
    passphrase,
    host_key: pinned = '',
  } = session.settings;
  // Loaded on first use: needed only for fetched files, and its WebAssembly alone takes 16 MB.
  const { default: Sftp } = await import('ssh2-sftp-client');
  const sock = await socketTo(session, host, port, signal);
  const client = new Sftp('usher', { error: () => undefined, end: () => undefined, close: () => undefined });
  let other: OtherHostKey | undefined;
  const giveUp = () => {
    sock.destroy();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect({
      sock,
      username,
      password,
      privateKey,
      passphrase,
      readyTimeout: connectMilliseconds,
      retries: 0,
      algorithms: { serverHostKey },
      hostVerifier: (key: Buffer) => {
        const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        const isPinned = fingerprint === pinned.replace(/=+$/, '');
        // RFC 4253, 6.6: a key begins with the name of its kind.
        if (!isPinned) other = { kind: key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1'), fingerprint };
        return isPinned;
      },
    } as unknown as Parameters<SftpClient['connect']>[0]);
  } catch (error) {
    signal.removeEventListener('abort', giveUp);
    sock.destroy();
    if (other) return other;
    if (/no matching host key/i.test((error as Error).message)) return { kind: '', fingerprint: '' };
    throw problemOf(error as Error, host);
  }
  return new SftpSource(client, sock, session.settings.directory, session.clock, () =>
    signal.removeEventListener('abort', giveUp),
  );
}

class SftpSource implements CsvSource {
  readonly origin = 'sftp';
  private isSilent = false;

  constructor(
    private readonly client: SftpClient,
    private readonly socket: Socket,
    private readonly directory: string,
    private readonly clock: Clock,
    private readonly done: () => void,
  ) {}

  async list(): Promise<readonly FoundFile[]> {
    const heard = this.expectWords();
    let listBytes = 0;
    const count = ({ length }: Buffer) => {
      listBytes += length;
      if (listBytes > mostListBytes) this.socket.destroy();
    };
    this.socket.on('data', count);
    const entries = await this.client
      .list(this.directory)
      .finally(() => {
        this.socket.off('data', count);
        heard.abort();
      })
      .catch((error: Error) => {
        if (listBytes > mostListBytes)
          throw new ConnectorProblem(
            'settings_invalid',
            `directory: its list is longer than ${mostListBytes / 2 ** 20} MiB; give the files a directory of ` +
              'their own',
          );
        if (/no such file|permission denied/i.test(error.message))
          throw new ConnectorProblem('settings_invalid', 'directory: the server does not show it to this user');
        throw this.broken('the directory was listed', error);
      });
    return entries
      .filter(({ type }) => type === '-')
      .map(({ name, size, modifyTime }) => ({
        name,
        byteLength: size,
        modifiedAt: new Date(modifyTime).toISOString(),
      }));
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const stream = this.client.createReadStream(`${this.directory.replace(/\/+$/, '')}/${name}`);
    // Also afterwards: a handle whose closing is not answered before the session ends is an error of its own.
    stream.on('error', () => undefined);
    const heard = this.expectWords();
    try {
      for await (const piece of stream) yield piece as Buffer;
    } catch (error) {
      throw this.unread(name, error as Error);
    } finally {
      heard.abort();
    }
  }

  /** Until aborted, the server has to send something within each such period. */
  private expectWords(): AbortController {
    const over = new AbortController();
    const watch = async () => {
      for (let before = -1; before !== this.socket.bytesRead;) {
        before = this.socket.bytesRead;
        await this.clock.sleep(longestSilenceMilliseconds, over.signal);
        if (over.signal.aborted) return;
      }
      this.isSilent = true;
      this.socket.destroy();
    };
    void watch();
    return over;
  }

  private unread(name: string, cause: Error): ConnectorProblem {
    if (/permission denied/i.test(cause.message))
      return new ConnectorProblem(
        'upstream_broken',
        `The server has ${name}, which this user may not read: give that user the right to read it`,
        { cause },
      );
    if (/no such file/i.test(cause.message))
      return new ConnectorProblem('upstream_broken', `${name} was taken away before it was read`, { cause });
    return this.broken('the file was read', cause);
  }

  private broken(meanwhile: string, cause: Error): ConnectorProblem {
    const what = this.isSilent
      ? `The server said nothing for ${longestSilenceMilliseconds / 1000} s`
      : 'The connection broke';
    return new ConnectorProblem('unreachable', `${what} while ${meanwhile}`, { cause });
  }

  async close(): Promise<void> {
    this.done();
    await this.client.end().catch(() => undefined);
  }
}

async function socketTo({ reach, clock }: Session, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  if (!reach.allows(host)) throw blocked(host);
  // Each request is a small write after another. With Nagle's algorithm, a long listing would take 40 ms a packet.
  const socket = openSocket({ host, port, lookup: reach.lookup, noDelay: true });
  const over = new AbortController();
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', ({ code, name }: NodeJS.ErrnoException) =>
      reject(code === blockedAddress ? blocked(host) : unreachable(host, code ?? name)),
    );
  });
  const tooLate = clock.sleep(connectMilliseconds, AbortSignal.any([signal, over.signal])).then(() => {
    throw unreachable(host, signal.aborted ? 'given up' : 'no answer');
  });
  try {
    await Promise.race([opened, tooLate]);
    return socket;
  } catch (problem) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw problem;
  } finally {
    over.abort();
    tooLate.catch(() => undefined);
    opened.catch(() => undefined);
  }
}

function problemOf(error: Error, host: string): ConnectorProblem {
  if (/authentication/i.test(error.message))
    return new ConnectorProblem('credentials_refused', `${host} refuses this user, password or key`);
  if (/privateKey|passphrase/i.test(error.message))
    return new ConnectorProblem('credentials_refused', 'private_key: it cannot be read, or its passphrase is another');
  return unreachable(host, notSetUp);
}

function blocked(host: string): ConnectorProblem {
  return new ConnectorProblem(
    'settings_invalid',
    `${host} is a private or local address; USHER_ALLOW_PRIVATE_TARGETS permits those`,
  );
}

function unreachable(host: string, why: string): ConnectorProblem {
  return new ConnectorProblem(
    'unreachable',
    `${host} cannot be reached (${why}): check host, port and the firewall between`,
  );
}
