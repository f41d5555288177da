import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { CertificateIssueService } from '../../src/console/certificates/certificate-issue.service.js';
import { AuthoritiesService } from '../../src/console/certificates/authorities.service.js';
import { WrongSecrets } from '../../src/console/networks/contacts/wrong-secrets.js';
import { SessionWriter } from '../../src/console/sessions/accounting/session-writer.js';
import { Chance } from '../../src/kernel/chance.js';
import { Clock } from '../../src/kernel/clock.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { Log } from '../../src/kernel/log.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { DirectoryLogins } from '../../src/portal/logins/directory-logins.js';
import { LoginDoor } from '../../src/radius/door/login-door.js';
import { radiusLogin } from '../../src/radius/freeradius/database-login.js';
import { installedFreeRadius } from '../../src/radius/freeradius/freeradius.js';
import { writeAuthorityFolder } from '../../src/radius/freeradius/authority-folder.js';
import { type ListenOn, type PortPair, writeIdentity } from '../../src/radius/freeradius/run-folder.js';
import { showCertificates } from '../../src/radius/freeradius/shown-certificates.js';
import { RunningServers } from '../../src/radius/freeradius/running-servers.js';
import { serverIdentity } from '../../src/console/certificates/server-identity.js';
import { AccountingBehind } from './accounting-behind.js';
import { missingPackages } from './around.js';
import { type Heard, radclient } from './radclient.js';
import { type HttpWorld } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { isInstalled } from '../optional/is-installed.js';

/**
 * A suite that needs the real FreeRADIUS and its clients; skipped, loudly, where they are not installed, and never in
 * CI.
 */
export const withFreeRadius = isInstalled('What a real FreeRADIUS does', missingPackages()) ? describe : describe.skip;

/** A FreeRADIUS on the console's database, with ports and a run folder of its own. */
export interface Served {
  readonly server: RunningServers;
  /** The organization's authority, which devices trust. */
  readonly authority: string;
  readonly auth: number;
  readonly acct: number;
  readonly runFolder: string;
  /** Undefined: FreeRADIUS takes accounting, and stores it by itself. */
  readonly accounting: AccountingBehind | undefined;
  /** What an access point says of a session; resolves when the session is written, a moment after the answer. */
  account(attributes: readonly string[]): Promise<Heard>;
}

/**
 * Who takes accounting: `usher radius`, or FreeRADIUS, which stores it by itself or forwards it, as it does with what
 * comes by RadSec.
 */
export type AccountingBy = 'usher' | 'freeradius' | 'freeradius, forwarded';

/** On whatever console's database; who asked for it stops it. */
export async function serve(
  world: Pick<HttpWorld, 'app' | 'fresh' | 'organizationId'>,
  databaseUrl: string,
  listen: ListenOn,
  {
    organizations = [],
    pairs = [],
    accountingBy = 'usher',
  }: {
    readonly organizations?: readonly string[];
    readonly pairs?: readonly PortPair[];
    readonly accountingBy?: AccountingBy;
  } = {},
): Promise<Served> {
  // With a dot, as data folders may have.
  const runFolder = mkdtempSync(path.join(tmpdir(), 'usher.radius-'));
  const identities = await Promise.all(
    [world.organizationId, ...organizations].map((id) =>
      serverIdentity(
        systemContext(id, 'radius'),
        world.app.get(CertificateIssueService),
        world.app.get(AuthoritiesService),
      ),
    ),
  );
  identities.forEach((identity, index) => writeIdentity(runFolder, identity, index === 0));
  showCertificates(
    runFolder,
    identities.map(({ organizationId }) => organizationId),
  );
  writeAuthorityFolder(
    path.join(runFolder, 'authorities'),
    identities.flatMap(({ authorities }) => authorities),
  );
  const login = await radiusLogin(world.fresh.dataSource, databaseUrl, world.app.get(Secrets));
  const configFolder = fileURLToPath(new URL('../../deploy/freeradius', import.meta.url));
  const directory = await directoryDoor(world);
  const wrongSecrets = world.app.get(WrongSecrets);
  const accounting =
    accountingBy === 'freeradius'
      ? undefined
      : await AccountingBehind.open(login.url, listen, (...whose) => void wrongSecrets.shown(...whose));
  const server = new RunningServers({
    binary: installedFreeRadius() ?? '',
    configFolder,
    runFolder,
    listen,
    login,
    directory,
    // As it is now: whoever starts the server once more has nobody behind it.
    accounting: accounting && { port: accounting.intake.door.port, secret: accounting.intake.door.secret },
    ...(accounting && accountingBy === 'usher' && { accountingPorts: accounting.intake.ports }),
    rejectDelaySeconds: 0,
    onOutput: (text) => void wrongSecrets.heard(text),
  });
  await server.serve(pairs);
  let isOver = false;
  void server.ended.then(() => {
    isOver = true;
    directory?.close();
    return accounting?.close();
  });
  const account = async (attributes: readonly string[]) => {
    const heard = await radclient(listen.acct, 'acct', attributes);
    // An access point goes on telling when its test is over, and the world behind it may be gone.
    await sessionsWritten(world).catch((error: unknown) => {
      if (!isOver) throw error;
    });
    return heard;
  };
  const [authority] = identities[0].authorities;
  return { server, authority, auth: listen.auth, acct: listen.acct, runFolder, accounting, account };
}

/** Nothing that access points have told waits any more. */
export async function sessionsWritten({ app, fresh: { database } }: Pick<HttpWorld, 'app' | 'fresh'>): Promise<void> {
  const writer = new SessionWriter(database, app.get(Clock), app.get(Chance), app.get(Log));
  await eventually('sessions are written of all packets', async () => {
    await writer.round();
    const [{ waiting }] = await database.query<{ waiting: boolean }>(systemContext(everyOrganization, 'test'), {
      name: 'test_packets',
      text: 'select exists (select 1 from accounting_packets) as waiting',
    });
    return !waiting;
  });
}

/** As `usher radius` opens it; a console without the portal has nobody behind it. */
async function directoryDoor({ app }: Pick<HttpWorld, 'app'>): Promise<LoginDoor | undefined> {
  const logins = found(() => app.get(DirectoryLogins, { strict: false }));
  return logins && LoginDoor.open((asked) => logins.judge(asked), app.get(Clock));
}

function found<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
