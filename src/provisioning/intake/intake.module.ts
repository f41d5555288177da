import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { DeliverModule } from '../deliver/deliver.module.js';
import { EntitleModule } from '../entitle/entitle.module.js';
import { HostModule } from '../host/host.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { HookMetricsModule } from '../inbox/hook-metrics.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PostingModule } from '../posting/posting.module.js';
import { ReconcileModule } from '../reconcile/reconcile.module.js';
import { SubjectModule } from '../subject/subject.module.js';
import { WifiConsoleModule } from '../wifi-console/wifi-console.module.js';
import { AccessExtensions } from './access-extensions.js';
import { Absorber } from './absorb/absorber.js';
import { Absorption } from './absorb/absorption.js';
import { HintReader } from './changes/hint-reader.js';
import { HintedEvents } from './absorb/hinted-events.js';
import { Interpreter } from './changes/interpreted-event.js';
import { ConnectionTests } from './connection-tests.js';
import { DriftPass } from './drift/drift-pass.js';
import { DriftScan } from './drift/drift-scan.js';
import { DriftRepository } from './drift/drift.repository.js';
import { DueEndings } from './changes/due-endings.js';
import { FreedNames } from './changes/freed-names.js';
import { FileIntake } from './file-intake.js';
import { HookIntake } from './hook-intake.js';
import { LinkLists } from './listeners/link-lists.js';
import { Listeners } from './listeners/listeners.js';
import { OnDemandSync } from './on-demand-sync.js';
import { AccessPreview } from './preview/access-preview.js';
import { PreviewRecords } from './preview/preview-records.js';
import { Absence } from './runs/absence.js';
import { AccessPass } from './runs/access-pass.js';
import { DryRun } from './runs/dry-run.js';
import { FullScan } from './runs/full-scan.js';
import { HeldEndings } from './runs/held-endings.js';
import { HeldPlans } from './runs/held-plans.js';
import { IncrementalPoll } from './runs/incremental-poll.js';
import { ListedRunRepository } from './run-queue/listed-run.repository.js';
import { ListedEndings } from './runs/listed-endings.js';
import { ListedSnapshots } from './run-queue/listed-snapshots.js';
import { PageReader } from './runs/page-reader.js';
import { PageWriter } from './runs/page-writer.js';
import { Removals } from './runs/removals.js';
import { RunClaims } from './run-queue/run-claims.js';
import { RunDecisions } from './runs/run-decisions.js';
import { RunExecution } from './runs/run-execution.js';
import { RunItemsRepository } from './run-queue/run-items.repository.js';
import { RunQueue } from './run-queue/run-queue.js';
import { RunWorker } from './runs/run-worker.js';
import { RunRepository } from './run-queue/run.repository.js';
import { Schedules } from './schedules.js';
import { Sweeps } from './sweeps.js';
import { Subjects } from './changes/subjects.js';

/** The way in: from messages, lists, files and their schedules to subjects. */
@Module({
  imports: [
    ConnectionModule,
    DeliverModule,
    EntitleModule,
    HookMetricsModule,
    HostModule,
    IdentityModule,
    InboxModule,
    PostingModule,
    ReconcileModule,
    SubjectModule,
    WifiConsoleModule,
  ],
  providers: [
    AccessExtensions,
    ConnectionTests,
    HookIntake,
    FileIntake,
    Subjects,
    DueEndings,
    FreedNames,
    OnDemandSync,
    Interpreter,
    Absorption,
    HintReader,
    HintedEvents,
    Absorber,
    RunRepository,
    RunItemsRepository,
    ListedRunRepository,
    RunClaims,
    RunQueue,
    ListedSnapshots,
    PageReader,
    PageWriter,
    FullScan,
    DryRun,
    AccessPass,
    HeldPlans,
    HeldEndings,
    ListedEndings,
    Absence,
    Removals,
    RunDecisions,
    RunExecution,
    RunWorker,
    IncrementalPoll,
    DriftRepository,
    DriftScan,
    DriftPass,
    PreviewRecords,
    AccessPreview,
    LinkLists,
    Listeners,
    Schedules,
    Sweeps,
  ],
  exports: [
    AccessExtensions,
    AccessPreview,
    ConnectionTests,
    FileIntake,
    HookIntake,
    OnDemandSync,
    RunDecisions,
    RunRepository,
  ],
})
export class IntakeModule {}
