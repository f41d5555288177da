import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lastWill } from '../test/e2e/last-will.js';
import { call, testToken } from '../test/e2e/service.js';

export interface ServiceProcess {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** From spawn to the first answer on /readyz, in milliseconds. */
  readonly readyMilliseconds: number;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): ReturnType<typeof call>;
  /** Megabytes: now and at most since the start (VmRSS, VmHWM). */
  memory(): { readonly now: number; readonly peak: number };
  /** Processor time so far, all threads together. */
  cpuMilliseconds(): number;
  /** The peak starts over. */
  forgetPeak(): void;
  stop(): Promise<void>;
}

/** As in package.json and the systemd unit. */
const heapFlags = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=50',
  '--no-allocation-site-pretenuring',
];

/**
 * The service as `npm start` runs it, request log included, but with the log in a file: a benchmark that reads a line
 * for each request would measure itself. `BENCH_CPU_PROFILES=folder` writes a V8 profile of each service there when it
 * ends.
 */
export async function startServiceProcess(
  environment: Record<string, string>,
  program: readonly string[] = ['dist/bin/usher.js', 'start'],
): Promise<ServiceProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-bench-log-'));
  lastWill.remove(folder);
  const file = path.join(folder, 'log');
  const log = openSync(file, 'a');
  const { BENCH_CPU_PROFILES: profiles } = process.env;
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...heapFlags, ...profiling, ...program], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      USHER_TOKEN: testToken,
      USHER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      USHER_RATE_LIMIT: '0',
      USHER_CONSOLE_RATE_LIMIT: '0',
      USHER_ALLOW_PRIVATE_TARGETS: 'true',
      ...environment,
    },
  });
  lastWill.end(child);
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = `http://127.0.0.1:${await portIn(file, () => child.exitCode !== null)}`;
  while (!(await fetch(`${url}/readyz`)).ok) await pause(5);
  const readyMilliseconds = performance.now() - startedAt;
  return {
    url,
    token: testToken,
    pid: child.pid ?? 0,
    readyMilliseconds,
    call: (method, at, body, headers) => call(url, testToken, method, at, body, headers),
    cpuMilliseconds: () => cpuOf(child.pid ?? 0),
    memory: () => memoryOf(child.pid ?? 0),
    forgetPeak: () => forgetPeakOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function portIn(file: string, isOver: () => boolean): Promise<string> {
  for (;;) {
    const words = readFileSync(file, 'utf8');
    const port = /"port":(\d+).*"msg":"listening"/.exec(words)?.[1];
    if (port) return port;
    if (isOver()) throw new Error(`The service did not start:\n${words}`);
    await pause(2);
  }
}

function memoryOf(pid: number): { now: number; peak: number } {
  const words = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(words)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

/** In milliseconds. Clock ticks of Linux are 10 ms. Fields 14 and 15 of proc(5): user and system time. */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Linux: 5 in clear_refs sets VmHWM to what is used now. */
function forgetPeakOf(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
