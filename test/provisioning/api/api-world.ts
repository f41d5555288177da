import { HttpModule, HttpService } from '@nestjs/axios';
import { Module, type Type } from '@nestjs/common';
import { Alarms } from '../../../src/kernel/alarms.js';
import { AxiosHttpClient } from '../../../src/kernel/axios-http-client.js';
import { HttpClient } from '../../../src/kernel/http-client.js';
import { Reach } from '../../../src/kernel/reach.js';
import { Settings } from '../../../src/kernel/settings.js';
import { AccountsClosing } from '../../../src/provisioning/identity/accounts-closing.js';
import { HookIntake } from '../../../src/provisioning/intake/hook-intake.js';
import { LinkApprovals } from '../../../src/provisioning/reconcile/link-approvals.js';
import { AccessPreview } from '../../../src/provisioning/intake/preview/access-preview.js';
import { RunDecisions } from '../../../src/provisioning/intake/runs/run-decisions.js';
import { OnDemandSync } from '../../../src/provisioning/intake/on-demand-sync.js';
import { CredentialDeliveriesController } from '../../../src/provisioning/api/deliveries/credential-deliveries.controller.js';
import { DeliverySettingsController } from '../../../src/provisioning/api/deliveries/delivery-settings.controller.js';
import { PrivacyController } from '../../../src/provisioning/api/privacy/privacy.controller.js';
import { RoomPostingsController } from '../../../src/provisioning/api/postings/room-postings.controller.js';
import { ProvisioningApiModule } from '../../../src/provisioning/api/provisioning-api.module.js';
import { ConnectionModule } from '../../../src/provisioning/connection/connection.module.js';
import { ConnectionTokens } from '../../../src/provisioning/scim/tokens/connection-tokens.js';
import { ConnectorCatalogue } from '../../../src/provisioning/connector/catalogue.js';
import { WakeUps } from '../../../src/database/wake-ups.js';
import { DeliveryCheck } from '../../../src/provisioning/deliver/delivery-check.js';
import { DeliverySettingsRepository } from '../../../src/provisioning/deliver/settings/delivery-settings.repository.js';
import { ConnectionHealth } from '../../../src/provisioning/host/connection-health.js';
import { ConnectionTests } from '../../../src/provisioning/intake/connection-tests.js';
import { ConsoleHealth } from '../../../src/provisioning/host/console-health.js';
import { ConsoleOutages } from '../../../src/provisioning/host/console-outages.js';
import { ConsoleRefusals } from '../../../src/provisioning/host/console-refusals.js';
import { Quarantines } from '../../../src/provisioning/host/quarantines.js';
import { ConnectorHost } from '../../../src/provisioning/host/connector-host.js';
import { LeaseRepository } from '../../../src/provisioning/inbox/lease/lease.repository.js';
import { Leases } from '../../../src/provisioning/inbox/lease/leases.js';
import { SubscriptionDuty } from '../../../src/provisioning/host/subscription-duty.js';
import { FileIntake } from '../../../src/provisioning/intake/file-intake.js';
import { FileRepository } from '../../../src/provisioning/inbox/files/file.repository.js';
import { FileStores } from '../../../src/provisioning/inbox/files/file-stores.js';
import { HookMetrics } from '../../../src/provisioning/inbox/hook-metrics.js';
import { Inbox } from '../../../src/provisioning/inbox/inbox.js';
import { InboxRepository } from '../../../src/provisioning/inbox/inbox.repository.js';
import { Payloads } from '../../../src/provisioning/inbox/payloads.js';
import { Consoles } from '../../../src/provisioning/wifi-console/consoles.js';
import { RunQueue } from '../../../src/provisioning/intake/run-queue/run-queue.js';
import { RunRepository } from '../../../src/provisioning/intake/run-queue/run.repository.js';
import { type HttpWorld, httpWorld, type WorldOptions } from '../../http/http-world.js';
import { RecordedAlarms } from '../../kernel/recorded-alarms.js';
import { FakeWifiConsole } from '../../wifi-console-contract/fake-wifi-console.js';
import { bellDesk } from './bell-desk.js';
import { Asked, PlainApproval, PlainCloser, PlainPreviewer, PlainRuns, PlainSync } from './written-down.js';

/** The console that every connection here writes to. */
export const apiConsole = new FakeWifiConsole();

/** What these tests are not about, and what would need the rest of the engine. */
const others: Type[] = [
  CredentialDeliveriesController,
  DeliverySettingsController,
  PrivacyController,
  RoomPostingsController,
];

function listed(what: 'controllers' | 'providers', module: Type): Type[] {
  return Reflect.getMetadata(what, module) as Type[];
}

@Module({
  imports: [HttpModule],
  controllers: listed('controllers', ProvisioningApiModule).filter((each) => !others.includes(each)),
  providers: [
    ...listed('providers', ConnectionModule),
    ...listed('providers', ProvisioningApiModule),
    ConnectionTokens,
    { provide: ConnectorCatalogue, useValue: new ConnectorCatalogue([bellDesk]) },
    {
      provide: HttpClient,
      useFactory: (axios: HttpService, settings: Settings) => new AxiosHttpClient(axios, settings),
      inject: [HttpService, Settings],
    },
    { provide: Reach, useFactory: (settings: Settings) => new Reach(settings), inject: [Settings] },
    { provide: Consoles, useValue: new Consoles(apiConsole, { for: () => apiConsole }) },
    ConsoleHealth,
    ConsoleOutages,
    ConsoleRefusals,
    Quarantines,
    ConnectionHealth,
    ConnectionTests,
    DeliveryCheck,
    DeliverySettingsRepository,
    { provide: Alarms, useClass: RecordedAlarms },
    WakeUps,
    ConnectorHost,
    Payloads,
    InboxRepository,
    Inbox,
    Asked,
    FileRepository,
    FileStores,
    FileIntake,
    RunQueue,
    RunRepository,
    LeaseRepository,
    Leases,
    SubscriptionDuty,
    { provide: HookIntake, useClass: HookIntake },
    HookMetrics,
    { provide: RunDecisions, useClass: PlainRuns },
    { provide: AccessPreview, useClass: PlainPreviewer },
    { provide: AccountsClosing, useClass: PlainCloser },
    { provide: OnDemandSync, useClass: PlainSync },
    { provide: LinkApprovals, useClass: PlainApproval },
  ],
})
class ApiAloneModule {}

/** The provisioning API on a real socket, with one connector and nothing of the engine behind it but the inbox. */
export function apiWorld(options: WorldOptions = {}): Promise<HttpWorld> {
  return httpWorld({ ...options, modules: [ApiAloneModule, ...(options.modules ?? [])] });
}

const bellSettings = { base_url: 'http://127.0.0.1:9' };
export const bellSecrets = { key: 'a-key-that-rings' };

/** A connection as an operator would first write it. */
export function bell(changes: object = {}): object {
  return { name: 'Front desk', connector: 'bell-desk', settings: bellSettings, secrets: bellSecrets, ...changes };
}

/** @throws when it is not made */
export async function connected(world: HttpWorld, changes: object = {}): Promise<{ id: string; etag: string }> {
  const { status, body, headers, text } = await world.call('POST', '/connections', { body: bell(changes) });
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return { id: body.id, etag: headers.get('etag') ?? '' };
}
