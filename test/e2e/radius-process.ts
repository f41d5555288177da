import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../radius/around.js';
import { testKey } from './service.js';
import { until } from './until.js';

/** Settings by which `usher radius` listens at this machine alone; it signs in at `auth`. */
export async function radiusHere() {
  const auth = await freePort();
  const settings = {
    USHER_MASTER_KEY: testKey,
    USHER_RADIUS_ADDRESS: '127.0.0.1',
    USHER_RADIUS_AUTH_PORT: String(auth),
    USHER_RADIUS_ACCT_PORT: String(await freePort()),
  };
  return { auth, settings };
}

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

  async answers(): Promise<void> {
    await until('FreeRADIUS answers', () => this.said.includes('FreeRADIUS answers'));
  }

  /** FreeRADIUS ends with a launcher that is asked to end, not with one that is killed. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
