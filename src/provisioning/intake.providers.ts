import type { Provider } from '@nestjs/common';
import { Absorber } from './absorb/absorber.js';
import { Absorption } from './absorb/absorption.js';
import { HintReader } from './absorb/hint-reader.js';
import { HintedEvents } from './absorb/hinted-events.js';
import { Interpreter } from './absorb/interpreted-event.js';
import { InboxIntake, Runs, SubjectSync } from './api/ports.js';
import { ConnectionHealth } from './health/connection-health.js';
import { ConnectionTests } from './health/connection-tests.js';
import { ConsoleHealth } from './health/console-health.js';
import { Quarantines } from './health/quarantines.js';
import { Silence } from './health/silence.js';
import { ConnectorHost } from './host/connector-host.js';
import { DeliveredFileEntity, DeliveredFilePartEntity } from './files/delivered-file.entity.js';
import { FileIntake } from './files/file-intake.js';
import { FileRepository } from './files/file.repository.js';
import { FileRetention } from './files/file-retention.js';
import { FileShelves } from './files/file-shelves.js';
import { HookIntake } from './inbox/hook-intake.js';
import { InboxEventEntity } from './inbox/inbox-event.entity.js';
import { Inbox } from './inbox/inbox.js';
import { InboxRepository } from './inbox/inbox.repository.js';
import { PayloadRetention } from './inbox/payload-retention.js';
import { Payloads } from './inbox/payloads.js';
import { LeaseEntity } from './lease/lease.entity.js';
import { LeaseRepository } from './lease/lease.repository.js';
import { Leases } from './lease/leases.js';
import { Listeners } from './listeners/listeners.js';
import { IncrementalPoll } from './polls/incremental-poll.js';
import { Retention } from './retention/retention.js';
import { RetentionRepository } from './retention/retention.repository.js';
import { Absence } from './runs/absence.js';
import { AccessPass } from './runs/access-pass.js';
import { DryRun } from './runs/dry-run.js';
import { FullScan } from './runs/full-scan.js';
import { HeldEndings } from './runs/held-endings.js';
import { HeldPlans } from './runs/held-plans.js';
import { ListedEndings } from './runs/listed-endings.js';
import { ListedSnapshots } from './runs/listed-snapshots.js';
import { PageReader } from './runs/page-reader.js';
import { PageWriter } from './runs/page-writer.js';
import { Removals } from './runs/removals.js';
import { RunDecisions } from './runs/run-decisions.js';
import { RunEntity } from './runs/run.entity.js';
import { RunItemEntity } from './runs/run-item.entity.js';
import { RunQueue } from './runs/run-queue.js';
import { RunRepository } from './runs/run.repository.js';
import { RunWorker } from './runs/run-worker.js';
import { Schedules } from './schedule/schedules.js';
import { Sweeps } from './schedule/sweeps.js';
import { AbsenceRepository } from './subject/absence.repository.js';
import { DueEndings } from './subject/due-endings.js';
import { OnDemandSync } from './subject/on-demand-sync.js';
import { ListedPageEntity } from './subject/listed-page.entity.js';
import { ListedPages } from './subject/listed-pages.js';
import { SubjectEntity } from './subject/subject.entity.js';
import { SubjectLock } from './subject/subject-lock.js';
import { SubjectRepository } from './subject/subject.repository.js';
import { RecentEndingEntity } from './subject/recent-ending.entity.js';
import { StormGuard } from './subject/storm-guard.js';
import { Subjects } from './subject/subjects.js';

export const intakeEntities = [InboxEventEntity, SubjectEntity, ListedPageEntity, RecentEndingEntity, RunEntity, RunItemEntity, LeaseEntity, DeliveredFileEntity, DeliveredFilePartEntity];

/**
 * The way in, from a message or a list to subjects. Needs from outside: Database, Clock, Chance, Ids, Log, Secrets,
 * HttpClient, ConnectorCatalogue, Doorbell, Alarms, ConnectionRepository, Entitler, EntitlementRepository, Consoles; Previewer where dry runs are to show operations.
 */
export const intakeProviders: Provider[] = [
  Payloads, InboxRepository, Inbox, HookIntake, PayloadRetention,
  FileRepository, FileShelves, FileIntake, FileRetention,
  ConnectorHost, Quarantines, ConnectionHealth, ConnectionTests, ConsoleHealth, Silence,
  SubjectLock, SubjectRepository, StormGuard, ListedPages, AbsenceRepository, Subjects, DueEndings, OnDemandSync,
  Interpreter, Absorption, HintReader, HintedEvents, Absorber,
  RunRepository, RunQueue, ListedSnapshots, PageReader, PageWriter, FullScan, DryRun, AccessPass, HeldPlans, HeldEndings, ListedEndings, Absence, Removals, RunDecisions, RunWorker, IncrementalPoll,
  RetentionRepository, Retention,
  LeaseRepository, Leases, Listeners, Schedules, Sweeps,
  { provide: InboxIntake, useExisting: HookIntake },
  { provide: Runs, useExisting: RunDecisions },
  { provide: SubjectSync, useExisting: OnDemandSync },
];
