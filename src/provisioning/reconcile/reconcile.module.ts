import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { DeliverModule } from '../deliver/deliver.module.js';
import { EntitleModule } from '../entitle/entitle.module.js';
import { HostModule } from '../host/host.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { WifiConsoleModule } from '../wifi-console/wifi-console.module.js';
import { AbandonedWork } from './abandoned-work.js';
import { ConsoleRequests } from './console-request.js';
import { GroupLedger } from './group-ledger.js';
import { Heirs } from './heirs.js';
import { LeaseKeeper } from './lease-keeper.js';
import { LinkApprovals } from './link-approvals.js';
import { LoginTraces } from './login-traces.js';
import { OperationRepository } from './operation.repository.js';
import { OwnPass } from './own-pass.js';
import { Postponing } from './postponing.js';
import { Prober } from './prober.js';
import { Reconciler } from './reconciler.js';
import { RemotePass } from './remote-pass.js';
import { RemoteSettling } from './remote-settling.js';
import { PlanSettling } from './plan-settling.js';
import { Suffixing } from './suffixing.js';
import { WorkRepository } from './work.repository.js';

/**
 * Brings accounts to what their entitlements say. Read `reconciler.ts` first: it claims batches and runs `own-pass.ts`
 * (built-in console) or `remote-pass.ts` (remote console). The decisions are pure: `desired.ts`, `difference.ts`,
 * `plan.ts`, `settlement.ts`.
 */
@Module({
  imports: [ConnectionModule, DeliverModule, EntitleModule, HostModule, IdentityModule, WifiConsoleModule],
  providers: [
    WorkRepository,
    OperationRepository,
    GroupLedger,
    LeaseKeeper,
    ConsoleRequests,
    Suffixing,
    Heirs,
    PlanSettling,
    Postponing,
    AbandonedWork,
    Prober,
    RemoteSettling,
    OwnPass,
    RemotePass,
    Reconciler,
    LinkApprovals,
    LoginTraces,
  ],
  exports: [GroupLedger, Heirs, LinkApprovals, LoginTraces, Reconciler, WorkRepository],
})
export class ReconcileModule {}
