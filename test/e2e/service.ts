import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { patienceSeconds } from '../kernel/manual-clock.js';
import { lastWill } from './last-will.js';

const top = projectFolder(path.dirname(fileURLToPath(import.meta.url)));

/** The same from the sources and from what is compiled of them to dist-tools/. */
function projectFolder(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : projectFolder(path.dirname(folder));
}

/** The real service in a process of its own, as `npm start` runs it. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  /** Every structured log line so far. */
  readonly lines: readonly Record<string, unknown>[];
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** SIGTERM, resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: nothing is finished, nothing is said. */
  kill(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly _embedded?: Record<string, Record<string, unknown>[]> };
}

export const testToken = 'usher_test_owner_token_0123456789abcdef';
export const testKey = Buffer.alloc(32, 7).toString('base64');
const startMilliseconds = patienceSeconds * 1000;
/** Compiled code from one start to the next: a fifth of what loading costs. */
export const codeCache = path.join(top, 'node_modules/.cache/service-code');

/** Builds when needed and starts, by `command`; resolves when the service answers ready. */
export async function startService(
  environment: Record<string, string>,
  [program, ...words]: readonly [string, ...string[]] = [process.execPath, 'dist/bin/usher.js', 'start'],
): Promise<RunningService> {
  await build();
  const around = process.env.USHER_TEST_POOLED ? await behindPooler(environment) : {};
  const child = spawn(program, words, {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: codeCache,
      HOST: '127.0.0.1',
      PORT: '0',
      USHER_TOKEN: testToken,
      USHER_MASTER_KEY: testKey,
      USHER_RATE_LIMIT: '0',
      USHER_ALLOW_PRIVATE_TARGETS: 'true',
      USHER_LOG_LEVEL: 'info',
      ...environment,
      ...around,
    },
  });
  lastWill.end(child);
  // A hook that timed out has nobody who would end what it started.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const lines: Record<string, unknown>[] = [];
  const url = await listening(child, lines).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const token = environment.USHER_TOKEN ?? testToken;
  let isToEnd = false;
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code, signal) => {
      // With 0 it was told to, as by Ctrl-C in the same terminal.
      if (!isToEnd && code !== 0 && signal !== 'SIGKILL')
        process.stderr.write(`The service ended by itself with ${code ?? signal}:\n${said}\n`);
      resolve(code);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    token,
    lines,
    call: (method, path, body, headers) => call(url, token, method, path, body, headers),
    stop: () => {
      isToEnd = true;
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A PgBouncer before the database, where it has one of its own and nothing is said of poolers. */
async function behindPooler(environment: Record<string, string>): Promise<Record<string, string>> {
  const { DATABASE_URL: direct, USHER_PREPARED_STATEMENTS: told } = environment;
  if (!direct || told !== undefined) return {};
  const { PgBouncer } = await import('../database/pgbouncer.js');
  const { url } = await PgBouncer.standing(direct);
  return { DATABASE_URL: url, USHER_LISTEN_DATABASE_URL: direct, USHER_PREPARED_STATEMENTS: 'false' };
}

/** A command of the service to its end: exit code and what it wrote. */
export async function runToEnd(
  environment: Record<string, string>,
  ...command: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  await build();
  const child = spawn(process.execPath, ['dist/bin/usher.js', ...(command.length > 0 ? command : ['start'])], {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: codeCache, ...environment },
  });
  const words = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    words.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    words.err += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, ...words }));
  });
}

async function listening(child: ChildProcess, lines: Record<string, unknown>[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let words = '';
    const timer = setTimeout(() => reject(new Error(`The service did not start:\n${words}`)), startMilliseconds);
    child.stderr?.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
    child.once('exit', (code) =>
      reject(
        new Error(`The service ended with ${code}:\n${words}${lines.map((line) => JSON.stringify(line)).join('\n')}`),
      ),
    );
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const fact = parsed(line);
      lines.push(fact);
      if (fact.msg === 'listening') {
        clearTimeout(timer);
        resolve(`http://127.0.0.1:${String(fact.port)}`);
      }
    });
  });
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { msg: line };
  }
}

export async function call(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text ? parsed(text) : {}) as Answer['body'] };
}

let building: Promise<void> | undefined;

/** One build at a time, whatever number of test files want it: a second one finds it done. */
async function build(): Promise<void> {
  building ??= new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['config/tools/build-once.mjs'], {
      cwd: top,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build failed:\n${words}`))));
  });
  return building;
}
