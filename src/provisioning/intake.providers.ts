import type { Provider } from '@nestjs/common';
import { Absorber } from './intake/absorb/absorber.js';
import { Absorption } from './intake/absorb/absorption.js';
import { HintReader } from './intake/absorb/hint-reader.js';
import { HintedEvents } from './intake/absorb/hinted-events.js';
import { Interpreter } from './intake/absorb/interpreted-event.js';
import { InboxIntake, Runs, SubjectSync } from './api/ports.js';
import { ConnectionHealth } from './host/health/connection-health.js';
import { ConnectionTests } from './intake/connection-tests.js';
import { ConsoleHealth } from './host/health/console-health.js';
import { Quarantines } from './host/health/quarantines.js';
import { Silence } from './host/health/silence.js';
import { ConnectorHost } from './host/connector-host.js';
import { DeliveredFileEntity, DeliveredFilePartEntity } from './inbox/files/delivered-file.entity.js';
import { FileIntake } from './intake/file-intake.js';
import { FileRepository } from './inbox/files/file.repository.js';
import { FileRetention } from './inbox/files/file-retention.js';
import { FileShelves } from './inbox/files/file-shelves.js';
import { HookIntake } from './intake/hook-intake.js';
import { InboxEventEntity } from './inbox/inbox-event.entity.js';
import { Inbox } from './inbox/inbox.js';
import { InboxRepository } from './inbox/inbox.repository.js';
import { PayloadRetention } from './inbox/payload-retention.js';
import { Payloads } from './inbox/payloads.js';
import { LeaseEntity } from './inbox/lease/lease.entity.js';
import { LeaseRepository } from './inbox/lease/lease.repository.js';
import { Leases } from './inbox/lease/leases.js';
import { Listeners } from './intake/listeners/listeners.js';
import { IncrementalPoll } from './intake/runs/incremental-poll.js';
import { Retention } from './privacy/retention/retention.js';
import { RetentionRepository } from './privacy/retention/retention.repository.js';
import { Absence } from './intake/runs/absence.js';
import { AccessPass } from './intake/runs/access-pass.js';
import { DryRun } from './intake/runs/dry-run.js';
import { FullScan } from './intake/runs/full-scan.js';
import { HeldEndings } from './intake/runs/held-endings.js';
import { HeldPlans } from './intake/runs/held-plans.js';
import { ListedEndings } from './intake/runs/listed-endings.js';
import { ListedSnapshots } from './intake/runs/listed-snapshots.js';
import { PageReader } from './intake/runs/page-reader.js';
import { PageWriter } from './intake/runs/page-writer.js';
import { Removals } from './intake/runs/removals.js';
import { RunDecisions } from './intake/runs/run-decisions.js';
import { RunEntity } from './intake/runs/run.entity.js';
import { RunItemEntity } from './intake/runs/run-item.entity.js';
import { RunQueue } from './intake/runs/run-queue.js';
import { RunRepository } from './intake/runs/run.repository.js';
import { RunWorker } from './intake/runs/run-worker.js';
import { Schedules } from './intake/schedule/schedules.js';
import { Sweeps } from './intake/schedule/sweeps.js';
import { AbsenceRepository } from './subject/absence.repository.js';
import { DueEndings } from './intake/due-endings.js';
import { OnDemandSync } from './intake/on-demand-sync.js';
import { ListedPageEntity } from './subject/listed-page.entity.js';
import { ListedPages } from './subject/listed-pages.js';
import { SubjectEntity } from './subject/subject.entity.js';
import { SubjectLock } from './subject/subject-lock.js';
import { SubjectRepository } from './subject/subject.repository.js';
import { RecentEndingEntity } from './subject/recent-ending.entity.js';
import { StormGuard } from './subject/storm-guard.js';
import { Subjects } from './intake/subjects.js';

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
