import { rmSync } from 'node:fs';
import { AlarmsModule } from '../../src/console/alarms/alarms.module.js';
import { CaptivePortalsModule } from '../../src/console/captive-portals/captive-portals.module.js';
import { AdmissionModule } from '../../src/portal/admission/admission.module.js';
import { AttributesModule } from '../../src/console/attributes/attributes.module.js';
import { CertificatesModule } from '../../src/console/certificates/certificates.module.js';
import { DevicesModule } from '../../src/console/devices/devices.module.js';
import { NetworksModule } from '../../src/console/networks/networks.module.js';
import { PoliciesModule } from '../../src/console/policies/policies.module.js';
import { ReportsModule } from '../../src/console/reports/reports.module.js';
import { RadiusServersModule } from '../../src/console/radius-servers/radius-servers.module.js';
import { SessionsModule } from '../../src/console/sessions/sessions.module.js';
import { UserGroupsModule } from '../../src/console/user-groups/user-groups.module.js';
import { UsersModule } from '../../src/console/users/users.module.js';
import { VouchersModule } from '../../src/console/vouchers/vouchers.module.js';
import { DispatchRepository } from '../../src/console/webhooks/dispatch/dispatch.repository.js';
import { Dispatcher } from '../../src/console/webhooks/dispatch/dispatcher.js';
import { WakeUps } from '../../src/database/wake-ups.js';
import { Chance } from '../../src/kernel/chance.js';
import { Clock } from '../../src/kernel/clock.js';
import { systemContext } from '../../src/kernel/context.js';
import { Ids } from '../../src/kernel/ids.js';
import { Log } from '../../src/kernel/log.js';
import { type PortPair } from '../../src/radius/freeradius/run-folder.js';
import { RunningServers } from '../../src/radius/freeradius/running-servers.js';
import { freePort, sharedSecret } from './around.js';
import { type Heard } from './radclient.js';
import { type HttpWorld, httpWorld, type JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import type { AccountingBehind } from './accounting-behind.js';
import { type AccountingBy, type Served, serve } from './served-radius.js';

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

  get accounting(): AccountingBehind | undefined {
    return this.served.accounting;
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
    return new RadiusRig(world, await serve(world, world.fresh.url, listen, { organizations, pairs }), network.id);
  }

  /** Another one, that reaches the database by this URL; who asked for it stops it. */
  async another(databaseUrl: string, accountingBy: AccountingBy = 'usher'): Promise<Served> {
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    return serve(this.world, databaseUrl, listen, { accountingBy });
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
