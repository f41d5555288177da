import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import { freePort } from '../e2e/data-folder.js';
import { eventually } from '../kernel/manual-clock.js';
import { isInstalled, packagesOfMissing } from '../optional/is-installed.js';

const missing = packagesOfMissing({ '/usr/sbin/sshd': 'openssh-server', 'ssh-keygen': 'openssh-client' });
/** It has an account of its own, which only root can give it. */
const isRoot = process.getuid?.() === 0;
if (!isRoot && missing.length === 0) process.stderr.write('CSV files over a real sshd: skipped, it needs root\n');
export const withSshd = isInstalled('CSV files over a real sshd', missing) && isRoot ? describe : describe.skip;

/** Above those that Debian gives to people. */
const account = 61_184;

/**
 * OpenSSH's sshd, with the three host keys that an installation makes, and one account `hr`. The account is in files
 * that only this sshd sees in the place of /etc/passwd and its like.
 */
export class Sshd {
  readonly user = 'hr';
  readonly password = 'only-to-read';
  private process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    /** OpenSSH's form, sealed by a passphrase. */
    readonly privateKey: string,
    readonly passphrase: string,
    /** Fingerprints by kind. */
    readonly hostKeys: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<Sshd> {
    const folder = await mkdtemp(path.join(tmpdir(), 'usher-sshd-'));
    await chmod(folder, 0o755);
    const at = (name: string) => path.join(folder, name);
    const keygen = (...args: string[]) => execFileSync('ssh-keygen', args, { encoding: 'utf8' });
    const hostKeys: Record<string, string> = {};
    for (const kind of ['ed25519', 'ecdsa', 'rsa']) {
      keygen('-q', '-t', kind, '-N', '', '-f', at(kind));
      hostKeys[kind] = keygen('-lf', at(`${kind}.pub`)).split(' ')[1];
    }
    const passphrase = 'words of a key';
    keygen('-q', '-t', 'ed25519', '-N', passphrase, '-f', at('key'));
    const sshd = new Sshd(folder, await freePort(), await readFile(at('key'), 'utf8'), passphrase, hostKeys);
    await sshd.makeAccount();
    await sshd.begin();
    return sshd;
  }

  /** What the account finds there after signing in. */
  get home(): string {
    return path.join(this.folder, 'home');
  }

  /** Of its account, who may read it. */
  async put(name: string, content: string, at = '2026-05-14T03:00:00Z'): Promise<string> {
    const file = path.join(this.home, name);
    await writeFile(file, content);
    execFileSync('touch', ['-d', at, file]);
    return file;
  }

  async begin(): Promise<void> {
    const inPlace = ['passwd', 'group', 'shadow'].map((name) => `mount --bind ${this.folder}/${name} /etc/${name}`);
    const run = 'mount -t tmpfs none /run && mkdir -m 755 /run/sshd';
    const command = [...inPlace, run, `exec /usr/sbin/sshd -D -e -f ${this.folder}/config`].join(' && ');
    const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', command], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process = child;
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await eventually('sshd listens', () => {
      if (child.exitCode !== null) throw new Error(`sshd ended:\n${said}`);
      return said.includes('Server listening');
    });
  }

  /** Until `begin`, nobody listens. */
  async end(): Promise<void> {
    const ended = this.process && this.process.exitCode === null ? once(this.process, 'exit') : undefined;
    this.process?.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async makeAccount(): Promise<void> {
    const at = (name: string) => path.join(this.folder, name);
    const password = execFileSync('openssl', ['passwd', '-6', this.password], { encoding: 'utf8' }).trim();
    const own = {
      passwd: `${this.user}:x:${account}:${account}::${this.home}:/bin/sh\n`,
      group: `${this.user}:x:${account}:\n`,
      shadow: `${this.user}:${password}:20000:0:99999:7:::\n`,
    };
    for (const [name, line] of Object.entries(own))
      await writeFile(at(name), (await readFile(`/etc/${name}`, 'utf8')) + line, { mode: 0o644 });
    await mkdir(this.home);
    await chown(this.home, account, account);
    const config = {
      Port: this.port,
      ListenAddress: '127.0.0.1',
      AuthorizedKeysFile: at('key.pub'),
      StrictModes: 'no',
      UsePAM: 'no',
      PidFile: 'none',
      Subsystem: 'sftp internal-sftp',
    };
    const lines = [
      ...Object.entries(config).map(([name, value]) => `${name} ${value}`),
      ...Object.keys(this.hostKeys).map((kind) => `HostKey ${at(kind)}`),
    ];
    await writeFile(at('config'), `${lines.join('\n')}\n`);
  }
}

/** The way to a server, which can break. */
export class Line {
  /** Both ends are hung up when the server has sent so much. */
  cutAfterBytes = Infinity;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<Line> {
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      let bytes = 0;
      const hangUp = () => {
        near.destroy();
        far.destroy();
      };
      far.on('data', ({ length }: Buffer) => {
        bytes += length;
        if (bytes > line.cutAfterBytes) hangUp();
      });
      for (const socket of [near, far]) {
        line.sockets.add(socket);
        socket.on('error', hangUp);
        socket.on('close', hangUp);
      }
      near.pipe(far);
      far.pipe(near);
    });
    const line = new Line(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}
