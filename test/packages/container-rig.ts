import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import { isInstalled } from '../optional/is-installed.js';
import { missingPackages } from './packaging-tools.js';

const run = promisify(execFile);

const programs = { podman: 'podman', buildah: 'buildah', runc: 'runc' };
const missing = process.getuid?.() === 0 ? missingPackages(programs) : ['(root)'];

export const withContainers = isInstalled('What runs in containers', missing) ? describe : describe.skip;

/** What a container without a name of its own is started with. */
const confined =
  '--network host --no-healthcheck --read-only --cap-drop all --security-opt no-new-privileges --memory 768m ' +
  // Docker's usual limits are more than some machines may give.
  '--tmpfs /tmp --ulimit nofile=4096:4096 --ulimit nproc=4096:4096';

/** Images of the last stages of deploy/container's files, on root file systems made on this machine. */
export class Image {
  private constructor(
    readonly folder: string,
    private readonly store: readonly string[],
    readonly name: string,
    readonly user: string,
    readonly healthCheck: readonly string[],
    readonly bytes: number,
  ) {}

  static async usher(): Promise<Image> {
    const folder = await mkdtemp(path.join(tmpdir(), 'usher-image-'));
    const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')];
    return Image.build(folder, store, 'usher', 'Containerfile', 'rootfs');
  }

  /** FreeRADIUS on top of this one. */
  radius(): Promise<Image> {
    return Image.build(this.folder, this.store, 'usher-radius', 'Containerfile.radius', 'freeradius');
  }

  private static async build(folder: string, store: readonly string[], name: string, file: string, kind: string) {
    const context = path.join(folder, name);
    await run(process.execPath, ['config/packaging/package.mjs', kind, path.join(context, 'rootfs')]);
    const text = await readFile(path.join('deploy/container', file), 'utf8');
    const last = text
      .slice(text.lastIndexOf('\nFROM '))
      .replaceAll('--from=build ', '')
      .replaceAll(' /rootfs', ' rootfs');
    await writeFile(path.join(context, 'Containerfile'), last.replace('${USHER}', 'localhost/usher'));
    const how = ['--isolation', 'chroot', '--format', 'docker', '--layers=false', '--pull=never', '--tag', name];
    await run('buildah', [...store, 'build', ...how, context], { maxBuffer: 1e8 });
    const said = await run('podman', [...store, 'image', 'inspect', name]);
    const [{ User, Size }] = JSON.parse(said.stdout) as [{ User: string; Size: number }];
    const [, check = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(last) ?? [];
    return new Image(folder, store, name, User, JSON.parse(check) as string[], Size);
  }

  /** The files of its own layer. */
  get rootfs(): string {
    return path.join(this.folder, this.name, 'rootfs');
  }

  /** A folder that the container's user may write to. */
  async dataFolder(): Promise<string> {
    const folder = path.join(this.folder, 'data');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chown(folder, 65_532, 65_532);
    return folder;
  }

  start(environment: Readonly<Record<string, string>>, ...more: readonly string[]): Container {
    const given = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const command = [
      '--runtime',
      'runc',
      'run',
      '--rm',
      '--name',
      'running',
      ...confined.split(' '),
      ...given,
      ...more,
      this.name,
    ];
    return new Container(spawn('podman', [...this.store, ...command], { stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Within the container that runs. */
  async execute(...command: readonly string[]): Promise<void> {
    await run('podman', [...this.store, '--runtime', 'runc', 'exec', 'running', ...command]);
  }

  /** Its first process, as the machine sees it. */
  async pid(): Promise<number> {
    const said = await run('podman', [...this.store, 'inspect', '--format', '{{.State.Pid}}', 'running']);
    return Number(said.stdout);
  }

  async remove(): Promise<void> {
    await run('podman', [...this.store, 'rm', '--all', '--force', '--time', '0']).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

export class Container {
  /** All that it wrote so far. */
  said = '';
  private readonly ended: Promise<number | null>;

  /** How it ended; null while it runs. */
  get code(): number | null {
    return this.child.exitCode;
  }

  constructor(private readonly child: ChildProcess) {
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Buffer) => {
        this.said += chunk.toString();
      });
    this.ended = once(child, 'exit').then(([code]) => code as number | null);
  }

  /** SIGTERM to its first process; resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}
