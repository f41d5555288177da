import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../kernel/log.js';
import type { Secrets } from '../kernel/secrets.js';
import type { Settings } from '../kernel/settings.js';
import type { AccountingIntake } from '../radius/accounting/accounting-intake.js';
import type { AskedLogin, LoginAnswer, LoginDoor } from '../radius/door/login-door.js';
import { radiusLoginOf, requireOwnSession } from '../radius/freeradius/database-login.js';
import type { ListenOn } from '../radius/freeradius/run-folder.js';
import { RunningServers } from '../radius/freeradius/running-servers.js';

const rejectDelaySeconds = 1;
const configFolder = fileURLToPath(new URL('../../deploy/freeradius', import.meta.url));

/** Who learns of what FreeRADIUS hears and forwards; most of this process is loaded after FreeRADIUS answers. */
export class Behind {
  private output = '';
  private hear: ((text: string) => void) | undefined;
  private isForged: ((accessPoint: string, address: string) => void) | undefined;
  private judge: (judge: (asked: AskedLogin) => Promise<LoginAnswer>) => void = () => undefined;
  private readonly judged = new Promise<(asked: AskedLogin) => Promise<LoginAnswer>>((resolve) => {
    this.judge = resolve;
  });

  constructor(private readonly log: Log) {}

  heard(text: string): void {
    this.log.debug({ part: 'freeradius' }, text.trim());
    if (this.hear) this.hear(text);
    else this.output = (this.output + text).slice(-20_000);
  }

  /** Before this is loaded nobody notes it: the access point says it again. */
  forged(accessPoint: string, address: string): void {
    this.isForged?.(accessPoint, address);
  }

  async asked(login: AskedLogin): Promise<LoginAnswer> {
    return (await this.judged)(login);
  }

  isLoaded({
    hear,
    forged,
    judge,
  }: {
    readonly hear: (text: string) => void;
    readonly forged: (accessPoint: string, address: string) => void;
    readonly judge: (asked: AskedLogin) => Promise<LoginAnswer>;
  }): void {
    this.hear = hear;
    this.isForged = forged;
    this.judge(judge);
    if (this.output) hear(this.output);
    this.output = '';
  }
}

/** FreeRADIUS by these settings, not started yet. */
export function serversOf(
  settings: Settings,
  {
    binary,
    databaseUrl,
    secrets,
  }: { readonly binary: string; readonly databaseUrl: string; readonly secrets: Secrets },
  { directory, accounting }: { readonly directory: LoginDoor; readonly accounting: AccountingIntake },
  behind: Behind,
): RunningServers {
  return new RunningServers({
    binary,
    configFolder,
    runFolder: runFolderOf(settings),
    listen: radiusListenOn(settings),
    login: radiusLoginOf(databaseUrl, secrets),
    directory,
    accounting: accounting.door,
    accountingPorts: accounting.ports,
    rejectDelaySeconds,
    onOutput: (text) => behind.heard(text),
  });
}

/** Where every organization is served. */
export function radiusListenOn({ radius }: Settings): ListenOn {
  const { address, authPort, acctPort } = radius ?? { address: '0.0.0.0', authPort: 1812, acctPort: 1813 };
  return { address, auth: authPort, acct: acctPort };
}

export function runFolderOf({ dataDir }: Settings): string {
  return path.resolve(dataDir, 'freeradius');
}

/**
 * Whether all is there that FreeRADIUS needs to answer, from an earlier start: a certificate to show, and a login at
 * the database that works, so that schema and master key are the right ones. Then it does not wait for the rest.
 */
export async function canAnswerAtOnce(settings: Settings, databaseUrl: string, secrets: Secrets): Promise<boolean> {
  const runFolder = runFolderOf(settings);
  const needed = ['server.pem', 'servers', 'certificates', 'authorities'];
  if (!needed.every((name) => existsSync(path.join(runFolder, name)))) return false;
  return requireOwnSession(radiusLoginOf(databaseUrl, secrets)).then(
    () => true,
    () => false,
  );
}
