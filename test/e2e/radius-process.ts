import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** `usher radius` in a process of its own. */
export class RadiusProcess {
  /** All that it wrote so far. */
  said = '';

  private constructor(private readonly child: ChildProcess) {
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Buffer) => {
        this.said += chunk.toString();
      });
  }

  /** The service was built before. */
  static start(environment: Record<string, string>): RadiusProcess {
    const env = { PATH: process.env.PATH, ...environment };
    return new RadiusProcess(
      spawn(process.execPath, ['dist/bin/usher.js', 'radius'], { stdio: ['ignore', 'pipe', 'pipe'], env }),
    );
  }

  /** FreeRADIUS ends with a launcher that is asked to end, not with one that is killed. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
