import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import ssh2 from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const regular = 0o100644;
const directory = 0o040755;

interface Lying {
  content: Buffer;
  /** Seconds since 1970, which is all that the protocol can say. */
  modifiedAt: number;
}

type Handle = { readonly kind: 'directory'; isRead: boolean } | { readonly kind: 'file'; readonly name: string };

/** A server that HR puts files on: read only, one user, one folder. */
export class SftpSimulator {
  readonly files = new Map<string, Lying>();
  /** Refused attempts to write, rename or remove. */
  writes = 0;
  reads = 0;
  /** Requests that were left without an answer. */
  unanswered = 0;
  faults: { growWhileRead: Buffer | null; cutAfterBytes: number; listsForEver: boolean; fallsSilent: boolean } = {
    growWhileRead: null,
    cutAfterBytes: Infinity,
    listsForEver: false,
    fallsSilent: false,
  };
  private readonly sockets = new Set<{ destroy(): void }>();

  private constructor(
    private readonly listener: SocketServer,
    readonly port: number,
    readonly hostKey: string,
    readonly user: string,
    readonly password: string,
  ) {}

  static async start(): Promise<SftpSimulator> {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const parsed = ssh2.utils.parseKey(privateKey) as { getPublicSSH(): Buffer };
    const hostKey = `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
    const server = new ssh2.Server({ hostKeys: [privateKey] });
    const listener = createServer((socket) => {
      simulator.sockets.add(socket);
      socket.on('error', () => undefined);
      server.injectSocket(socket);
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const simulator: SftpSimulator = new SftpSimulator(
      listener,
      (listener.address() as AddressInfo).port,
      hostKey,
      'usher',
      'only-to-read',
    );
    server.on('connection', (client) => simulator.serve(client));
    return simulator;
  }

  /** A file as it lies there at this instant. */
  put(name: string, content: string | Buffer, modifiedAt: string): void {
    this.files.set(name, { content: Buffer.from(content), modifiedAt: Math.floor(Date.parse(modifiedAt) / 1000) });
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.listener.close(resolve);
    });
  }

  private serve(client: ssh2.Connection): void {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password' && attempt.username === this.user && attempt.password === this.password)
        attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (open) => this.answer(open()));
    });
  }

  private answer(sftp: ssh2.SFTPWrapper): void {
    const handles = new Map<string, Handle>();
    const given = (handle: Handle): Buffer => {
      const id = String(handles.size);
      handles.set(id, handle);
      return Buffer.from(id);
    };
    const attributes = (name: string) => {
      const { content, modifiedAt } = this.files.get(name)!;
      return { mode: regular, uid: 0, gid: 0, size: content.length, atime: modifiedAt, mtime: modifiedAt };
    };
    const named = (path: string) => path.split('/').at(-1) ?? '';
    sftp.on('REALPATH', (id) =>
      sftp.name(id, [
        { filename: '/', longname: '/', attrs: { mode: directory, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } },
      ]),
    );
    sftp.on('OPENDIR', (id, path) => {
      if (path.includes('nowhere')) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      else sftp.handle(id, given({ kind: 'directory', isRead: false }));
    });
    sftp.on('READDIR', (id, handle) => {
      if (this.faults.fallsSilent) {
        this.unanswered += 1;
        return undefined;
      }
      const held = handles.get(handle.toString());
      if (held?.kind !== 'directory' || held.isRead) return sftp.status(id, STATUS_CODE.EOF);
      held.isRead = !this.faults.listsForEver;
      return sftp.name(
        id,
        [...this.files.keys()].map((name) => ({
          filename: name,
          longname: `-rw-r--r-- 1 hr hr ${this.files.get(name)!.content.length} Jan 1 00:00 ${name}`,
          attrs: attributes(name),
        })),
      );
    });
    for (const event of ['STAT', 'LSTAT'] as const) {
      sftp.on(event as 'STAT', (id, path) =>
        this.files.has(named(path))
          ? sftp.attrs(id, attributes(named(path)))
          : sftp.status(id, STATUS_CODE.NO_SUCH_FILE),
      );
    }
    sftp.on('FSTAT', (id, handle) => {
      const held = handles.get(handle.toString());
      return held?.kind === 'file' ? sftp.attrs(id, attributes(held.name)) : sftp.status(id, STATUS_CODE.FAILURE);
    });
    sftp.on('OPEN', (id, path, flags) => {
      if (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND | OPEN_MODE.CREAT | OPEN_MODE.TRUNC)) {
        this.writes += 1;
        return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      }
      if (!this.files.has(named(path))) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      this.reads += 1;
      return sftp.handle(id, given({ kind: 'file', name: named(path) }));
    });
    sftp.on('READ', (id, handle, offset, length) =>
      this.read(sftp, handles.get(handle.toString()), id, offset, length),
    );
    sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
    for (const event of ['WRITE', 'REMOVE', 'RENAME', 'MKDIR', 'RMDIR', 'SETSTAT', 'FSETSTAT', 'SYMLINK'] as const) {
      sftp.on(event as 'REMOVE', (id) => {
        this.writes += 1;
        sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      });
    }
  }

  private read(sftp: ssh2.SFTPWrapper, held: Handle | undefined, id: number, offset: number, length: number): void {
    if (held?.kind !== 'file') return sftp.status(id, STATUS_CODE.FAILURE);
    const lying = this.files.get(held.name)!;
    if (offset >= this.faults.cutAfterBytes) {
      for (const socket of this.sockets) socket.destroy();
      return undefined;
    }
    if (offset >= lying.content.length && this.faults.growWhileRead) {
      lying.content = Buffer.concat([lying.content, this.faults.growWhileRead]);
      this.faults.growWhileRead = null;
    }
    if (offset >= lying.content.length) return sftp.status(id, STATUS_CODE.EOF);
    return sftp.data(id, lying.content.subarray(offset, offset + length));
  }
}
