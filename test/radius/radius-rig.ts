import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { CertificateIssueService } from '../../src/console/certificates/certificate-issue.service.js';
import { AuthoritiesService } from '../../src/console/certificates/authorities.service.js';
import { AlarmsModule } from '../../src/console/alarms/alarms.module.js';
import { CaptivePortalsModule } from '../../src/console/captive-portals/captive-portals.module.js';
import { AdmissionModule } from '../../src/portal/admission/admission.module.js';
import { AttributesModule } from '../../src/console/attributes/attributes.module.js';
import { CertificatesModule } from '../../src/console/certificates/certificates.module.js';
import { DevicesModule } from '../../src/console/devices/devices.module.js';
import { WrongSecrets } from '../../src/console/networks/contacts/wrong-secrets.js';
import { NetworksModule } from '../../src/console/networks/networks.module.js';
import { PoliciesModule } from '../../src/console/policies/policies.module.js';
import { ReportsModule } from '../../src/console/reports/reports.module.js';
import { RadiusServersModule } from '../../src/console/radius-servers/radius-servers.module.js';
import { SessionWriter } from '../../src/console/sessions/accounting/session-writer.js';
import { SessionsModule } from '../../src/console/sessions/sessions.module.js';
import { UserGroupsModule } from '../../src/console/user-groups/user-groups.module.js';
import { UsersModule } from '../../src/console/users/users.module.js';
import { VouchersModule } from '../../src/console/vouchers/vouchers.module.js';
import { DispatchRepository } from '../../src/console/webhooks/dispatch/dispatch.repository.js';
import { Dispatcher } from '../../src/console/webhooks/dispatch/dispatcher.js';
import { WakeUps } from '../../src/database/wake-ups.js';
import { Chance } from '../../src/kernel/chance.js';
import { Clock } from '../../src/kernel/clock.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { Ids } from '../../src/kernel/ids.js';
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
import { freePort, missingPackages, sharedSecret } from './around.js';
import { type Heard, radclient } from './radclient.js';
import { type HttpWorld, httpWorld, type JsonBody } from '../http/http-world.js';
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
  /** What an access point says of a session; resolves when the session is written, a moment after the answer. */
  account(attributes: readonly string[]): Promise<Heard>;
}

/**
 * A console with a network whose access points stand at 127.0.0.1 and 127.0.0.2, and a real FreeRADIUS on its database.
 */
export class RadiusRig {
  private readonly dispatcher: Dispatcher;

  private constructor(
    readonly world: HttpWorld,
    private served: Served,
    readonly networkId: string,
  ) {
    const {
      app,
      fresh: { database },
    } = world;
    this.dispatcher = new Dispatcher(
      new DispatchRepository(database),
      database,
      app.get(WakeUps),
      app.get(Clock),
      app.get(Chance),
      app.get(Ids),
      app.get(Log),
    );
    this.dispatcher.start();
  }

  get server(): RunningServers {
    return this.served.server;
  }

  get auth(): number {
    return this.served.auth;
  }

  get acct(): number {
    return this.served.acct;
  }

  /** The organization's authority, which devices trust. */
  get authority(): string {
    return this.served.authority;
  }

  get runFolder(): string {
    return this.served.runFolder;
  }

  /** `more` is told the console before FreeRADIUS starts, and says whom else it serves, and where. */
  static async open(
    more: (
      world: HttpWorld,
      usual: PortPair,
    ) => Promise<{ readonly organizations?: readonly string[]; readonly pairs?: readonly PortPair[] }> = () =>
      Promise.resolve({}),
  ): Promise<RadiusRig> {
    const world = await httpWorld({
      modules: [
        AdmissionModule,
        AlarmsModule,
        AttributesModule,
        CaptivePortalsModule,
        CertificatesModule,
        DevicesModule,
        NetworksModule,
        PoliciesModule,
        RadiusServersModule,
        ReportsModule,
        UserGroupsModule,
        UsersModule,
        VouchersModule,
        SessionsModule,
      ],
      settings: { rateLimitPerMinute: 0 },
    });
    const network = await post(world, '/networks', {
      name: 'House',
      clients: ['127.0.0.1', '127.0.0.2'].map((address, index) => ({
        address,
        short_name: `ap-${index + 1}`,
        secret: sharedSecret,
        vendor: index === 0 ? 'generic' : 'mikrotik',
        require_message_authenticator: 0,
      })),
    });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    const { organizations = [], pairs = [] } = await more(world, listen);
    return new RadiusRig(world, await serve(world, world.fresh.url, listen, organizations, pairs), network.id);
  }

  /** Another one, that reaches the database by this URL; who asked for it stops it. */
  async another(databaseUrl: string): Promise<Served> {
    return serve(this.world, databaseUrl, { address: '127.0.0.1', auth: await freePort(), acct: await freePort() });
  }

  /** On the same ports, with what servers show and trust by now. */
  async restart(): Promise<void> {
    await this.server.stop();
    rmSync(this.runFolder, { recursive: true, force: true });
    this.served = await serve(this.world, this.world.fresh.url, {
      address: '127.0.0.1',
      auth: this.auth,
      acct: this.acct,
    });
  }

  /** What an access point says of a session; resolves when the session is written. */
  account(attributes: readonly string[]): Promise<Heard> {
    return this.served.account(attributes);
  }

  /** What came of the last login: why it was refused, or `accepted`. */
  async last(): Promise<string> {
    const rows = await this.log();
    return rows.at(-1)?.reason ?? rows.at(-1)?.outcome ?? 'nothing';
  }

  async patch(where: string, body: JsonBody): Promise<void> {
    const answer = await this.world.call('PATCH', where, { body });
    if (answer.status >= 300) throw new Error(`${where}: ${answer.status} ${answer.text}`);
  }

  /** Events as webhooks get them, byte for byte, oldest first. */
  async events(): Promise<JsonBody[]> {
    const { organizationId } = this.world;
    // Whoever writes them here does not ring: elsewhere they are found within a second.
    this.world.app.get(WakeUps).publish({ topic: 'events', organizationId, key: organizationId });
    let rows: { payload: string; isOut: boolean }[] = [];
    await eventually('all events are dispatched', async () => {
      rows = await this.world.fresh.database.query(
        systemContext(organizationId, 'test'),
        {
          name: 'test_outbox',
          text:
            'select payload, dispatched_at is not null as "isOut" from outbox_events where organization_id = ' +
            '$1 order by id',
        },
        [organizationId],
      );
      return rows.every(({ isOut }) => isOut);
    });
    return rows.map(({ payload }) => JSON.parse(payload) as JsonBody);
  }

  post(where: string, body: JsonBody): Promise<JsonBody> {
    return post(this.world, where, body);
  }

  /** Rows of the authentication log, oldest first. */
  async log(): Promise<JsonBody[]> {
    return this.world.fresh.database.query(
      systemContext(this.world.organizationId, 'test'),
      {
        name: 'test_authentication_log',
        text:
          'select outcome, username, kind, auth_method as method, reason, reason_detail as detail, mac, ssid, ' +
          'access_point as "accessPoint" from authentication_log where organization_id = $1 order by at, id',
      },
      [this.world.organizationId],
    );
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.dispatcher.stop();
    await this.world.close();
    rmSync(this.runFolder, { recursive: true, force: true });
  }
}

async function post(world: HttpWorld, where: string, body: JsonBody): Promise<JsonBody> {
  const answer = await world.call('POST', where, { body });
  if (answer.status >= 300) throw new Error(`${where}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** On whatever console's database; who asked for it stops it. */
export async function serve(
  world: Pick<HttpWorld, 'app' | 'fresh' | 'organizationId'>,
  databaseUrl: string,
  listen: ListenOn,
  organizations: readonly string[] = [],
  pairs: readonly PortPair[] = [],
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
  const server = new RunningServers({
    binary: installedFreeRadius() ?? '',
    configFolder,
    runFolder,
    listen,
    login,
    directory,
    rejectDelaySeconds: 0,
    onOutput: (text) => void world.app.get(WrongSecrets).heard(text),
  });
  await server.serve(pairs);
  void server.ended.then(() => directory?.close());
  const account = async (attributes: readonly string[]) => {
    const heard = await radclient(listen.acct, 'acct', attributes);
    await sessionsWritten(world);
    return heard;
  };
  const [authority] = identities[0].authorities;
  return { server, authority, auth: listen.auth, acct: listen.acct, runFolder, account };
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
