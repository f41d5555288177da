import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { until } from './until.js';

interface TiedSettings {
  readonly cwd: string;
  /** What ends it. */
  readonly signal: 'KILL' | 'TERM' | 'INT';
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Waits for the end of its standard input, which comes with the end of whoever holds the other end of that pipe. */
const script = '"$@" </dev/null & child=$!; cat >/dev/null; kill -$SIGNAL $child; wait $child; exit 0';
/** Many servers refuse to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Somebody else's server, run by nobody, which does not outlive this process: Jest's workers end without a word. */
export class TiedProcess {
  /** The end of what it wrote. */
  said = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk: Buffer) => {
        this.said = (this.said + chunk.toString()).slice(-20_000);
      });
  }

  static start(program: string, parameters: readonly string[], { cwd, signal, env = {} }: TiedSettings): TiedProcess {
    const child = spawn('sh', ['-c', script, 'sh', program, ...parameters], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...env, SIGNAL: signal },
      ...nobody,
    });
    return new TiedProcess(child);
  }

  async says(word: string): Promise<void> {
    await until(`it says ${word}`, () => this.said.includes(word)).catch((error: unknown) => {
      throw new Error(`${String(error)}; it said:\n${this.said}`);
    });
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.stdin.end();
    await ended;
  }

  /** Nobody waits for its end. */
  unref(): void {
    this.child.unref();
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr])
      (stream as unknown as Socket).unref();
  }
}
