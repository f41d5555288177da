import type { Settings } from '../../../src/kernel/settings.js';
import { PostingsRepository } from '../../../src/provisioning/posting/postings.repository.js';
import { Postings } from '../../../src/provisioning/posting/postings.js';
import { statement } from '../../../src/database/database.js';
import { laterBy } from '../../../src/kernel/clock.js';
import type { Context } from '../../../src/kernel/context.js';
import { HttpClient, type OutboundResponse } from '../../../src/kernel/http-client.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { Reach } from '../../../src/kernel/reach.js';
import { Secrets } from '../../../src/kernel/secrets.js';
import { Absorber } from '../../../src/provisioning/intake/absorb/absorber.js';
import { Absorption } from '../../../src/provisioning/intake/absorb/absorption.js';
import { HintReader } from '../../../src/provisioning/intake/changes/hint-reader.js';
import { HintedEvents } from '../../../src/provisioning/intake/absorb/hinted-events.js';
import { Interpreter } from '../../../src/provisioning/intake/changes/interpreted-event.js';
import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import { ConnectionDirectory } from '../../../src/provisioning/connection/connection-directory.js';
import { ConnectionScheduleRepository } from '../../../src/provisioning/connection/connection-schedule.repository.js';
import { ConnectionRepository } from '../../../src/provisioning/connection/connection.repository.js';
import { ConnectionRows } from '../../../src/provisioning/connection/connection-rows.js';
import type { ConnectionDraft, StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { ConnectorCatalogue } from '../../../src/provisioning/connector/catalogue.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import type { ConnectorDefinition } from '../../../src/provisioning/connector/connector.js';
import { AwaitedAnswers } from '../../../src/provisioning/deliver/awaited/awaited-answers.js';
import { WakeUps } from '../../../src/database/wake-ups.js';
import { ConnectionHealth } from '../../../src/provisioning/host/connection-health.js';
import { ConsoleHealth } from '../../../src/provisioning/host/console-health.js';
import { ConsoleOutages } from '../../../src/provisioning/host/console-outages.js';
import { ConsoleRefusals } from '../../../src/provisioning/host/console-refusals.js';
import { Quarantines } from '../../../src/provisioning/host/quarantines.js';
import { ConnectorHost } from '../../../src/provisioning/host/connector-host.js';
import { SubscriptionDuty } from '../../../src/provisioning/host/subscription-duty.js';
import { HookIntake } from '../../../src/provisioning/intake/hook-intake.js';
import { HookMetrics } from '../../../src/provisioning/inbox/hook-metrics.js';
import { Inbox } from '../../../src/provisioning/inbox/inbox.js';
import { InboxRepository } from '../../../src/provisioning/inbox/inbox.repository.js';
import { Payloads } from '../../../src/provisioning/inbox/payloads.js';
import { LeaseRepository } from '../../../src/provisioning/inbox/lease/lease.repository.js';
import { Leases } from '../../../src/provisioning/inbox/lease/leases.js';
import { LinkLists } from '../../../src/provisioning/intake/listeners/link-lists.js';
import { Listeners } from '../../../src/provisioning/intake/listeners/listeners.js';
import { IncrementalPoll } from '../../../src/provisioning/intake/runs/incremental-poll.js';
import { Absence } from '../../../src/provisioning/intake/runs/absence.js';
import { AccessPass } from '../../../src/provisioning/intake/runs/access-pass.js';
import { DryRun } from '../../../src/provisioning/intake/runs/dry-run.js';
import { FullScan } from '../../../src/provisioning/intake/runs/full-scan.js';
import { ProvisionLog } from '../../../src/provisioning/identity/provision-log.js';
import { HeldEndings } from '../../../src/provisioning/intake/runs/held-endings.js';
import { ListedEndings } from '../../../src/provisioning/intake/runs/listed-endings.js';
import { HeldPlans } from '../../../src/provisioning/intake/runs/held-plans.js';
import { ListedSnapshots } from '../../../src/provisioning/intake/run-queue/listed-snapshots.js';
import { PageReader } from '../../../src/provisioning/intake/runs/page-reader.js';
import { PageWriter } from '../../../src/provisioning/intake/runs/page-writer.js';
import { Removals } from '../../../src/provisioning/intake/runs/removals.js';
import { RunDecisions } from '../../../src/provisioning/intake/runs/run-decisions.js';
import { RunWorker } from '../../../src/provisioning/intake/runs/run-worker.js';
import { Schedules } from '../../../src/provisioning/intake/schedules.js';
import { AbsenceRepository } from '../../../src/provisioning/subject/absence.repository.js';
import { DueEndings } from '../../../src/provisioning/intake/changes/due-endings.js';
import { OnDemandSync } from '../../../src/provisioning/intake/on-demand-sync.js';
import { Consoles } from '../../../src/provisioning/wifi-console/consoles.js';
import { RunQueue } from '../../../src/provisioning/intake/run-queue/run-queue.js';
import { ListedRunRepository } from '../../../src/provisioning/intake/run-queue/listed-run.repository.js';
import { RunClaims } from '../../../src/provisioning/intake/run-queue/run-claims.js';
import { RunExecution } from '../../../src/provisioning/intake/runs/run-execution.js';
import { RunItemsRepository } from '../../../src/provisioning/intake/run-queue/run-items.repository.js';
import { RunRepository } from '../../../src/provisioning/intake/run-queue/run.repository.js';
import { ListedPages } from '../../../src/provisioning/subject/listed-pages.js';
import { StormGuard } from '../../../src/provisioning/subject/storm-guard.js';
import { SubjectLock } from '../../../src/provisioning/subject/subject-lock.js';
import { SubjectRepository } from '../../../src/provisioning/subject/subject.repository.js';
import { Subjects } from '../../../src/provisioning/intake/changes/subjects.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { RecordedAlarms } from '../../kernel/recorded-alarms.js';
import { CountingIds, eventually, ManualClock, SeededChance } from '../../kernel/manual-clock.js';
import { FakeWifiConsole } from '../../wifi-console-contract/fake-wifi-console.js';
import type { Entitler } from '../../../src/provisioning/entitle/entitler.js';
import { RecordingEntitler } from './recording-entitler.js';
import { OutsideSystem, scriptedDefinition } from './scripted-connector.js';

const presets = AccessPresets.load();

class NoHttp extends HttpClient {
  request(): Promise<OutboundResponse> {
    throw new Error('The scripted connector speaks to nobody');
  }
}

/** One process of the intake: everything of its own but database, time and ids. */
export class Engine {
  readonly wakeUps = new WakeUps();
  readonly alarms = new RecordedAlarms();
  readonly entitler: RecordingEntitler;
  private readonly log = new SilentLog();
  private readonly secrets: Secrets;

  readonly connections: ConnectionRepository;
  readonly times: ConnectionScheduleRepository;
  readonly host: ConnectorHost;
  readonly events: InboxRepository;
  readonly inbox: Inbox;
  readonly directory: ConnectionDirectory;
  readonly hooks: HookIntake;
  readonly subjectRows: SubjectRepository;
  readonly lock: SubjectLock;
  readonly subjects: Subjects;
  readonly runRows: RunRepository;
  readonly claims: RunClaims;
  readonly queue: RunQueue;
  readonly lists: ListedSnapshots;
  readonly console: ConsoleHealth;
  readonly health: ConnectionHealth;
  readonly reader: HintReader;
  readonly absorption: Absorption;
  readonly hinted: HintedEvents;
  readonly absorber: Absorber;
  readonly leases: Leases;
  readonly worker: RunWorker;
  readonly decisions: RunDecisions;
  readonly heldEndings: HeldEndings;
  readonly listedEndings: ListedEndings;
  readonly endings: DueEndings;
  readonly schedules: Schedules;
  readonly listeners: Listeners;
  readonly onDemand: OnDemandSync;

  constructor(
    readonly rig: IntakeRig,
    clock: ManualClock,
  ) {
    const { ids, chance } = rig;
    const { database } = rig.fresh;
    this.secrets = new Secrets([Buffer.alloc(32, 7)], chance);
    const payloads = new Payloads(this.secrets);
    this.connections = new ConnectionRepository(database, new ConnectionRows(this.secrets, presets), clock, this.log);
    this.times = new ConnectionScheduleRepository(database);
    const catalogue = new ConnectorCatalogue(rig.definitions);
    this.host = new ConnectorHost(
      catalogue,
      new NoHttp(),
      new Reach({ allowPrivateTargets: true }),
      clock,
      chance,
      this.log,
      this.connections,
      this.wakeUps,
    );
    this.events = new InboxRepository(database);
    this.inbox = new Inbox(this.events, payloads, this.wakeUps, ids, clock);
    this.directory = new ConnectionDirectory(this.connections, clock, this.wakeUps);
    this.subjectRows = new SubjectRepository(database, clock);
    this.entitler = new RecordingEntitler(this.subjectRows);
    this.lock = new SubjectLock(database);
    const storm = new StormGuard(database, new ProvisionLog(database, ids, clock), clock);
    const entitler = this.entitler as Pick<Entitler, 'refresh'> as Entitler;
    this.subjects = new Subjects(this.subjectRows, entitler, storm, ids);
    this.runRows = new RunRepository(database);
    this.claims = new RunClaims(database);
    const items = new RunItemsRepository(database);
    const listedRuns = new ListedRunRepository(database);
    this.queue = new RunQueue(database, this.runRows, this.host, this.wakeUps, ids, clock);
    this.lists = new ListedSnapshots(database, this.runRows, listedRuns, this.wakeUps, ids, clock);
    this.console = new ConsoleHealth(new Consoles(rig.console, { for: () => rig.console }), clock, this.log);
    this.health = new ConnectionHealth(
      this.connections,
      new Quarantines(database, this.connections, this.alarms, clock),
      this.host,
      this.events,
      this.console,
      new ConsoleOutages(database, this.alarms, this.wakeUps, clock),
      new ConsoleRefusals(database, this.alarms, this.wakeUps, clock),
      this.wakeUps,
      clock,
      this.log,
    );
    this.reader = new HintReader(this.subjectRows);
    this.absorption = new Absorption(
      database,
      this.connections,
      this.lock,
      this.events,
      new Interpreter(payloads, this.log),
      this.subjects,
      this.lists,
      this.host,
      new AwaitedAnswers(database, clock),
      clock,
    );
    this.hinted = new HintedEvents(
      database,
      this.lock,
      this.events,
      this.reader,
      this.subjects,
      this.host,
      this.health,
      clock,
      chance,
    );
    this.absorber = new Absorber(
      this.connections,
      this.directory,
      this.absorption,
      this.hinted,
      this.events,
      this.queue,
      this.health,
      this.wakeUps,
      clock,
      chance,
      this.log,
    );

    const absences = new AbsenceRepository(database);
    const removals = new Removals(this.subjects, ids, clock);
    const listed = new ListedPages(database, ids);
    const pages = new PageWriter(database, this.lock, this.subjects, this.runRows, clock);
    const pageReader = new PageReader(database, this.lock, listed, this.reader, this.host, clock);
    const scan = new FullScan(pageReader, pages, this.runRows, this.subjectRows, this.connections, ids, clock, chance);
    const plans = new HeldPlans(this.runRows, this.alarms, clock);
    const absence = new Absence(
      database,
      this.lock,
      absences,
      this.reader,
      this.subjects,
      removals,
      this.runRows,
      items,
      plans,
      this.times,
      this.host,
      listed,
      clock,
    );
    const poll = new IncrementalPoll(pageReader, pages, this.subjectRows, this.connections, this.queue);
    const access = new AccessPass(database, this.lock, this.subjectRows, entitler, this.runRows, clock);
    this.endings = new DueEndings(
      database,
      this.lock,
      this.subjectRows,
      this.subjects,
      this.connections,
      ids,
      clock,
      this.log,
    );
    this.heldEndings = new HeldEndings(
      database,
      this.lock,
      this.endings,
      this.runRows,
      items,
      this.connections,
      this.alarms,
      ids,
      clock,
    );
    this.listedEndings = new ListedEndings(
      database,
      this.lock,
      storm,
      this.endings,
      this.heldEndings,
      this.runRows,
      this.connections,
      clock,
    );
    const execution = new RunExecution(
      this.runRows,
      this.host,
      scan,
      new DryRun(this.subjects, this.subjectRows, absence, this.runRows, items, clock),
      absence,
      poll,
      this.listedEndings,
      access,
      this.health,
      clock,
    );
    this.worker = new RunWorker(
      this.claims,
      this.runRows,
      this.queue,
      execution,
      this.connections,
      this.times,
      catalogue,
      this.health,
      this.wakeUps,
      clock,
      new SeededChance(),
      this.log,
      ids,
    );
    this.decisions = new RunDecisions(
      database,
      this.queue,
      this.runRows,
      items,
      plans,
      this.connections,
      this.host,
      this.lock,
      this.subjectRows,
      absences,
      removals,
      this.heldEndings,
      clock,
    );
    this.schedules = new Schedules(this.connections, this.times, catalogue, this.queue, clock, this.log);
    this.leases = new Leases(new LeaseRepository(database), clock, this.log, ids);
    const subscriptions = new SubscriptionDuty(
      database,
      catalogue,
      this.connections,
      this.host,
      this.leases,
      { baseUrl: null } as Settings,
      clock,
      this.log,
    );
    this.hooks = new HookIntake(
      this.host,
      this.inbox,
      this.directory,
      catalogue,
      subscriptions,
      this.queue,
      new HookMetrics(),
      this.log,
    );
    const postings = new PostingsRepository(database);
    this.listeners = new Listeners(
      this.connections,
      catalogue,
      this.host,
      this.leases,
      this.inbox,
      new Postings(postings, this.connections, database, new RecordedAlarms(), this.wakeUps, clock, this.log),
      postings,
      new LinkLists(
        this.connections,
        absences,
        this.runRows,
        listedRuns,
        this.queue,
        database,
        this.lock,
        this.host,
        clock,
      ),
      this.health,
      this.wakeUps,
      clock,
      new SeededChance(),
      this.log,
    );
    this.onDemand = new OnDemandSync(
      database,
      this.lock,
      this.subjectRows,
      this.subjects,
      entitler,
      this.reader,
      this.host,
      clock,
    );
  }
}

export interface SubjectLine {
  readonly sourceKey: string;
  readonly status: string;
  readonly state: string;
  readonly room: string | null;
  readonly groupCode: string | null;
  readonly version: string | null;
  readonly id: string;
  readonly missingScans: number;
  readonly endsAt: string | null;
  readonly invalid: { code: string } | null;
}

export interface RunLine {
  readonly id: string;
  readonly status: string;
  readonly pages: number;
  readonly seen: number;
  readonly changed: number;
  readonly invalid: number;
  readonly missing: number;
  readonly held: number;
  readonly planHash: string | null;
  readonly code: string | null;
  readonly leaseOwner: string | null;
}

/** A database, a manual clock and an outside system; engines as many as a test wants. */
export class IntakeRig {
  readonly clock = new ManualClock();
  readonly ids = new CountingIds();
  readonly chance = new SeededChance();
  readonly outside = new OutsideSystem();
  readonly console = new FakeWifiConsole();
  readonly definitions: ConnectorDefinition[] = [
    scriptedDefinition(this.outside, 'pushes', ['receives']),
    scriptedDefinition(this.outside, 'hints', ['receives', 'reads', 'polls', 'snapshots']),
    scriptedDefinition(this.outside, 'lists', ['receives', 'polls', 'snapshots']),
    scriptedDefinition(this.outside, 'lists-often', ['snapshots'], { scans: 2, minimumAgeSeconds: 0 }),
    scriptedDefinition(this.outside, 'listens', ['listens'], { scans: 1, minimumAgeSeconds: 0 }),
  ];
  context: Context;

  private constructor(readonly fresh: FreshDatabase) {}

  static async open(): Promise<IntakeRig> {
    const rig = new IntakeRig(await freshDatabase());
    rig.context = await rig.fresh.organization();
    return rig;
  }

  close(): Promise<void> {
    return this.fresh.close();
  }

  /** A clock of its own that stands still makes a process that does nothing more in time. */
  engine(clock = this.clock): Engine {
    return new Engine(this, clock);
  }

  async connection(
    engine: Engine,
    connector: string,
    changes: Partial<ConnectionDraft> = {},
  ): Promise<StoredConnection> {
    const id = this.ids.next();
    await engine.connections.insert(this.context, id, {
      name: 'Front desk',
      connector,
      settings: {},
      secrets: {},
      target: { console: 'built-in' },
      targetToken: null,
      targetKey: 'built-in',
      schedule: { full: '17 4 * * *', incremental: '*/10 * * * *' },
      accessInput: { preset: 'hotel' },
      safety: { max_removals: 5, max_removals_percent: 10 },
      enabled: true,
      status: 'active',
      ...changes,
    });
    return engine.connections.load(this.context, id);
  }

  /** Stores each list of changes as one event, in this order, and absorbs what can be absorbed. */
  async push(engine: Engine, connection: StoredConnection, ...messages: (readonly Change[] | string)[]): Promise<void> {
    await engine.inbox.store(
      this.context,
      connection.id,
      messages.map((message) => ({
        kind: 'hook',
        body: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
      })),
    );
    await engine.absorber.drain(this.context, connection.id);
  }

  subjects(connection: StoredConnection): Promise<SubjectLine[]> {
    return this.fresh.database.query<SubjectLine>(
      this.context,
      statement(
        'test_subjects',
        `
      select source_key as "sourceKey", facts ->> 'status' as status, state, facts ->> 'room' as room,
        facts ->> 'groupCode' as "groupCode", version, id,
        missing_scans as "missingScans",
        ends_at as "endsAt", invalid from subjects where connection_id = $1 order by source_key`,
      ),
      [connection.id],
    );
  }

  /** `key status`, by key. */
  async living(connection: StoredConnection): Promise<string[]> {
    return (await this.subjects(connection))
      .filter(({ state }) => state === 'present')
      .map(({ sourceKey, status }) => `${sourceKey} ${status}`);
  }

  events(
    connection: StoredConnection,
  ): Promise<{ id: string; status: string; code: string | null; attempts: number; notBeforeAt: string | null }[]> {
    return this.fresh.database.query(
      this.context,
      statement(
        'test_events',
        `
      select id, status, problem ->> 'code' as code, attempts, not_before_at as "notBeforeAt" from inbox_events
        where connection_id = $1 order by seq`,
      ),
      [connection.id],
    );
  }

  /** Runs one full scan to its end; returns the run. */
  async scan(engine: Engine, connection: StoredConnection, dryRun = false): Promise<RunLine> {
    const id = await engine.decisions.start(this.context, connection, { mode: 'full', dryRun });
    while (await engine.worker.next());
    return this.run(id);
  }

  /** Waits until whoever holds the lease has renewed it for at least so long. */
  leaseRuns(name: string, seconds: number): Promise<void> {
    const needed = laterBy(this.clock.instant(), seconds);
    return eventually(`the lease ${name} runs until ${needed}`, async () => {
      const row = await this.fresh.database.one<{ until: string }>(
        this.context,
        statement('test_lease', 'select until_at as until from leases where name = $1'),
        [name],
      );
      return row !== undefined && row.until >= needed;
    });
  }

  async run(id: string): Promise<RunLine> {
    const line = await this.fresh.database.one<RunLine>(
      this.context,
      statement(
        'test_run',
        `
      select id, status, pages, seen, changed, invalid, missing, held, plan_hash as "planHash", problem ->> 'code'
        as code, lease_owner as "leaseOwner" from runs where id = $1`,
      ),
      [id],
    );
    if (!line) throw new Error(`No run ${id}`);
    return line;
  }

  async items(runId: string): Promise<string[]> {
    const rows = await this.fresh.database.query<{ line: string }>(
      this.context,
      statement(
        'test_run_items',
        `
      select kind || ' ' || coalesce(source_key, '') as line from run_items where run_id = $1 order by position`,
      ),
      [runId],
    );
    return rows.map(({ line }) => line);
  }

  async statuses(connection: StoredConnection): Promise<string[]> {
    return (await this.events(connection)).map(({ status }) => status);
  }
}
