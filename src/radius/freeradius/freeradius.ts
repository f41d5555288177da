import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { StartProblem } from '../../kernel/start-problem.js';
import type { AccountingDoor } from '../accounting/accounting-door.js';
import type { LoginDoor } from '../door/login-door.js';
import type { RadiusLogin } from './database-login.js';
import { keepPublicAuthorities } from './database-tls.js';
import type { ListenOn } from './run-folder.js';

/** An ordinary user's PATH often lacks the folders where distributions install servers. */
const folders = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/local/bin',
];

/** The installed server: `freeradius` on Debian, `radiusd` elsewhere; undefined when there is none. */
export function installedFreeRadius(): string | undefined {
  return ['freeradius', 'radiusd']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where something is forwarded to, at 127.0.0.1. */
type Forwarded = Pick<LoginDoor | AccountingDoor, 'port' | 'secret'>;

/** Two ports that nobody has, as FreeRADIUS wants two: nothing is sent there. */
const nobody = (port: 1 | 9): Forwarded => ({ port, secret: randomBytes(16).toString('hex') });

export interface FreeRadiusSettings {
  readonly binary: string;
  /** deploy/freeradius. */
  readonly configFolder: string;
  /** With what writeIdentities and writeListeners made. */
  readonly runFolder: string;
  readonly listen: ListenOn;
  /** The file of its listeners in the run folder. */
  readonly listeners?: string;
  /** Its access points come by RadSec: whose they are, their certificates say. */
  readonly isRadsec?: boolean;
  readonly login: Omit<RadiusLogin, 'url'>;
  /** Who answers for people of directories, at 127.0.0.1. Without: nobody. */
  readonly directory?: Forwarded;
  /** Who stores what it hears of sessions, at 127.0.0.1. Without: FreeRADIUS does by itself. */
  readonly accounting?: Forwarded;
  /** Slows password guessing. */
  readonly rejectDelaySeconds: number;
  readonly onOutput?: (text: string) => void;
}

/** It ignores a SIGHUP in the five seconds after its start, and after another one; it counts whole seconds. */
const ignoresHangupMilliseconds = 6_000;

/** A FreeRADIUS in the foreground, as a child of this process. */
export class FreeRadius {
  private output = '';
  private takesHangupAt = 0;
  private looking: NodeJS.Timeout | undefined;

  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<number | null>,
  ) {}

  /**
   * Resolves when it answers requests.
   * @throws StartProblem with its output when it ends before
   */
  static async start(settings: FreeRadiusSettings): Promise<FreeRadius> {
    const { directory = nobody(9), accounting = nobody(1) } = settings;
    keepPublicAuthorities(settings.runFolder, settings.login.database);
    const environment = {
      PATH: process.env.PATH,
      RADIUS_CONF: settings.configFolder,
      RADIUS_RUN: settings.runFolder,
      RADIUS_DB: settings.login.database,
      RADIUS_PROOF_KEY: settings.login.proofKey,
      RADIUS_LISTENERS: settings.listeners,
      RADIUS_RADSEC: settings.isRadsec ? 'yes' : 'no',
      // The access point's name in the database. A tunnel's requests have what the one around them has.
      RADIUS_CLIENT: settings.isRadsec ? '%{%{outer.request:Wifi-Client}:-%{Wifi-Client}}' : '%{client:shortname}',
      RADIUS_AUTH_PORT: String(settings.listen.auth),
      RADIUS_ACCT_PORT: String(settings.listen.acct),
      RADIUS_REJECT_DELAY: String(settings.rejectDelaySeconds),
      RADIUS_DIRECTORY_PORT: String(directory.port),
      RADIUS_DIRECTORY_SECRET: directory.secret,
      RADIUS_ACCOUNTING: settings.accounting ? 'forwarded' : 'stored',
      RADIUS_ACCOUNTING_PORT: String(accounting.port),
      RADIUS_ACCOUNTING_SECRET: accounting.secret,
    };
    const child = spawn(settings.binary, ['-f', '-d', settings.configFolder, '-n', 'radiusd', '-l', 'stdout'], {
      env: environment,
      // The certificates that it shows are named from here: see realm_dir in modules.conf.
      cwd: settings.runFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on('exit', resolve).on('error', () => resolve(null));
    });
    const server = new FreeRadius(child, ended);
    const ready = new Promise<void>((resolve) => {
      const hear = (chunk: Buffer) => {
        server.output = (server.output + chunk.toString()).slice(-20_000);
        settings.onOutput?.(chunk.toString());
        if (server.output.includes('Ready to process requests')) resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
    });
    await Promise.race([
      ready,
      ended.then((code) => {
        throw new StartProblem(whyNot(code, server.output));
      }),
    ]);
    server.takesHangupAt = performance.now() + ignoresHangupMilliseconds;
    return server;
  }

  /** The end of its output, for the error message. */
  get said(): string {
    return this.output;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Its exit code, once it has ended or been stopped. */
  get end(): Promise<number | null> {
    return this.ended;
  }

  /** Has it read its list of certificates again, as soon as it listens. */
  lookAgain(): void {
    this.looking ??= setTimeout(
      () => {
        this.looking = undefined;
        this.takesHangupAt = performance.now() + ignoresHangupMilliseconds;
        this.child.kill('SIGHUP');
      },
      Math.max(0, this.takesHangupAt - performance.now()),
    ).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.looking);
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** Only its errors, with a remedy for the usual beginner's problem: Debian's package starts a server of its own. */
function whyNot(code: number | null, output: string): string {
  const errors = output.split('\n').filter((line) => line.includes('Error:'));
  const remedy = output.includes('Address already in use')
    ? '\nAnother server has the port: systemctl disable --now freeradius ends the one of the distribution; ' +
      'USHER_RADIUS_AUTH_PORT and USHER_RADIUS_ACCT_PORT name others.'
    : '';
  return (
    'FreeRADIUS did not start ' +
    `(${code ?? 'no such program'}):\n${errors.length > 0 ? errors.join('\n') : output}${remedy}`
  );
}
