import { SubjectRepository } from '../../../src/provisioning/subject/subject.repository.js';
import { createHash } from 'node:crypto';
import { OrderedWriter } from '../../../src/console/batch/ordered-writer.js';
import { RadiusPasswords } from '../../../src/console/passwords/radius-passwords.js';
import { GroupSetRepository } from '../../../src/console/user-groups/group-set.repository.js';
import { GroupSet } from '../../../src/console/user-groups/group-set.js';
import { UserSetRepository } from '../../../src/console/users/user-set.repository.js';
import { UserSet } from '../../../src/console/users/user-set.js';
import { VoucherSetRepository } from '../../../src/console/vouchers/voucher-set.repository.js';
import { VoucherSet } from '../../../src/console/vouchers/voucher-set.js';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import { Ids, RandomIds } from '../../../src/kernel/ids.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { Secrets } from '../../../src/kernel/secrets.js';
import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import { BuiltInWifiConsole } from '../../../src/provisioning/wifi-console/built-in/built-in-wifi-console.js';
import { UserPages } from '../../../src/provisioning/wifi-console/built-in/user-pages.js';
import { VoucherLookup } from '../../../src/provisioning/wifi-console/built-in/voucher-lookup.js';
import { ConnectionRepository } from '../../../src/provisioning/connection/connection.repository.js';
import { ConnectionRows } from '../../../src/provisioning/connection/connection-rows.js';
import type { ConnectionDraft, StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { CredentialOutbox } from '../../../src/provisioning/deliver/credential-outbox.js';
import { WakeUps } from '../../../src/database/wake-ups.js';
import { DriftRepository } from '../../../src/provisioning/intake/drift/drift.repository.js';
import { DriftScan } from '../../../src/provisioning/intake/drift/drift-scan.js';
import { AccountPasswords } from '../../../src/provisioning/entitle/account-passwords.js';
import { EntitlementRepository } from '../../../src/provisioning/entitle/entitlement.repository.js';
import type { Cause } from '../../../src/provisioning/identity/cause.js';
import type { Subject } from '../../../src/provisioning/subject/subject.js';
import { FreedNames } from '../../../src/provisioning/intake/changes/freed-names.js';
import { SubjectLock } from '../../../src/provisioning/subject/subject-lock.js';
import { Entitler } from '../../../src/provisioning/entitle/entitler.js';
import type { Facts, Stay } from '../../../src/provisioning/facts/facts.js';
import type { ConnectorHost } from '../../../src/provisioning/host/connector-host.js';
import { AccountsClosing } from '../../../src/provisioning/identity/accounts-closing.js';
import { LinkApprovals } from '../../../src/provisioning/reconcile/link-approvals.js';
import { ProvisionLog } from '../../../src/provisioning/identity/provision-log.js';
import { AccessPreview } from '../../../src/provisioning/intake/preview/access-preview.js';
import { PreviewRecords } from '../../../src/provisioning/intake/preview/preview-records.js';
import { ConsoleRequests } from '../../../src/provisioning/reconcile/console-request.js';
import { Consoles } from '../../../src/provisioning/wifi-console/consoles.js';
import { Heirs } from '../../../src/provisioning/reconcile/heirs.js';
import { GroupLedger } from '../../../src/provisioning/reconcile/group-ledger.js';
import { LeaseKeeper } from '../../../src/provisioning/reconcile/lease-keeper.js';
import { OperationRepository } from '../../../src/provisioning/reconcile/operation.repository.js';
import { OwnPass } from '../../../src/provisioning/reconcile/own-pass.js';
import { Prober } from '../../../src/provisioning/reconcile/prober.js';
import { ConsoleOutages } from '../../../src/provisioning/host/console-outages.js';
import { ConsoleRefusals } from '../../../src/provisioning/host/console-refusals.js';
import { Quarantines } from '../../../src/provisioning/host/quarantines.js';
import { RemotePass } from '../../../src/provisioning/reconcile/remote-pass.js';
import { RemoteSettling } from '../../../src/provisioning/reconcile/remote-settling.js';
import { PlanSettling } from '../../../src/provisioning/reconcile/plan-settling.js';
import { Suffixing } from '../../../src/provisioning/reconcile/suffixing.js';
import { WorkRepository } from '../../../src/provisioning/reconcile/work.repository.js';
import type { Subjects } from '../../../src/provisioning/intake/changes/subjects.js';
import { type FreshDatabase } from '../../database/fresh-database.js';
import { FakeWifiConsole } from '../../wifi-console-contract/fake-wifi-console.js';
import { RecordedAlarms } from '../../kernel/recorded-alarms.js';
import { ManualClock, SeededChance } from '../../kernel/manual-clock.js';

const presets = AccessPresets.load();

export const event: Cause = { kind: 'event', id: '0190a0e0-0000-7000-8000-000000000001' };

const putSubject = statement(
  'test_put_subject',
  `
  insert into subjects (organization_id, id, connection_id, source_key, kind, facts, state, last_event_at, ends_at,
    created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, 'present', $7, $8, $7, $7)
  on conflict (organization_id, connection_id, source_key) do update set facts = excluded.facts,
    last_event_at = excluded.last_event_at, ends_at = excluded.ends_at
  returning id, identity_id as "identityId", last_event_at as "lastEventAt", ends_at as "endsAt"`,
);

/** The engine's second half on a real database, with time and chance in the test's hand. */
export function makeRig(
  { database }: FreshDatabase,
  options: { readonly forgetful?: boolean; readonly masterKeys?: readonly Buffer[] } = {},
) {
  const clock = new ManualClock();
  const ids: Ids = new RandomIds(clock);
  const chance = new SeededChance();
  const secrets = new Secrets(options.masterKeys ?? [Buffer.alloc(32, 7)], chance);
  const wakeUps = new WakeUps();
  const passwords = new AccountPasswords(secrets, chance);
  const log = new ProvisionLog(database, ids, clock);
  const entitlements = new EntitlementRepository(database);
  const subjects = new SubjectRepository(database, clock);
  const entitler = new Entitler(database, entitlements, subjects, passwords, log, wakeUps, ids, clock);
  const work = new WorkRepository(database);
  const connections = new ConnectionRepository(database, new ConnectionRows(secrets, presets), clock, new SilentLog());
  const writer = new OrderedWriter(database);
  const console = new BuiltInWifiConsole(
    new UserSet(database, new UserSetRepository(database), new RadiusPasswords(secrets, chance), clock, ids, writer),
    new GroupSet(new GroupSetRepository(database), clock, ids, writer),
    new VoucherSet(new VoucherSetRepository(database), clock, ids, chance, writer),
    new UserPages(database),
    new VoucherLookup(database),
  );
  const requests = new ConsoleRequests(passwords);
  const heirs = new Heirs(database, entitlements, ids);
  const settling = new PlanSettling(work, new Suffixing(database, entitlements), heirs, log, ids, chance);
  const operations = new OperationRepository(database);
  const outbox = new CredentialOutbox(database, connections, entitlements, passwords, secrets, wakeUps, ids, clock);
  const remoteConsole = new FakeWifiConsole(options);
  const consoles = new Consoles(console, { for: () => remoteConsole });
  const alarms = new RecordedAlarms();
  const quarantines = new Quarantines(database, connections, alarms, clock);
  const outages = new ConsoleOutages(database, alarms, wakeUps, clock);
  const refusals = new ConsoleRefusals(database, alarms, wakeUps, clock);
  const remoteWorker = (own: ManualClock) =>
    new RemotePass(
      work,
      connections,
      quarantines,
      outages,
      consoles,
      new LeaseKeeper(work, own),
      new Prober(database, work, operations, log, ids, own, outbox),
      new GroupLedger(database, ids, own),
      requests,
      new RemoteSettling(database, work, operations, settling, ids, chance, own, outbox),
      ids,
      own,
      new SilentLog(),
    );
  const remotePass = remoteWorker(clock);
  const links = new LinkApprovals(database, entitler, consoles, log, ids, clock);
  const freedNames = new FreedNames(
    database,
    new SubjectLock(database),
    subjects,
    entitler,
    connections,
    clock,
    new SilentLog(),
  );
  const closing = new AccountsClosing(database, clock);
  const drift = new DriftScan(
    database,
    new DriftRepository(database),
    consoles,
    new GroupLedger(database, ids, clock),
    log,
    wakeUps,
    clock,
  );
  const records = new PreviewRecords(
    database,
    undefined as unknown as ConnectorHost,
    undefined as unknown as Subjects,
    ids,
    clock,
  );
  const preview = new AccessPreview(database, records, entitler, work, heirs, ids, clock);
  const ownPass = new OwnPass(database, work, connections, console, requests, settling, ids, clock, outbox);

  return {
    database,
    clock,
    outbox,
    alarms,
    quarantines,
    outages,
    refusals,
    ids,
    chance,
    secrets,
    wakeUps,
    passwords,
    log,
    entitlements,
    entitler,
    work,
    connections,
    console,
    requests,
    ownPass,
    remotePass,
    remoteConsole,
    operations,
    links,
    freedNames,
    closing,
    drift,
    preview,
    remoteWorker,

    async connection(
      context: Context,
      access: object = { preset: 'hotel-enterprise' },
      draft: Partial<ConnectionDraft> = {},
    ): Promise<StoredConnection> {
      const id = ids.next();
      await connections.insert(context, id, {
        name: 'Front desk',
        connector: 'fias',
        settings: { site: 'lindenhof', time_zone: 'Europe/Vienna' },
        secrets: {},
        target: { console: 'built-in' },
        targetToken: null,
        targetKey: 'built-in',
        schedule: { full: null, incremental: null },
        accessInput: access as Record<string, unknown>,
        safety: { max_removals: 5, max_removals_percent: 10 },
        enabled: true,
        status: 'active',
        ...draft,
      });
      return connections.load(context, id);
    },

    /** Stores what the outside says of its records and entitles them, as absorbing does, in one transaction. */
    async say(
      context: Context,
      connection: StoredConnection,
      records: Readonly<Record<string, Facts>>,
      cause: Cause = event,
      endsAt: string | null = null,
    ): Promise<Subject[]> {
      return database.transaction(context, async (inside) => {
        const subjects: Subject[] = [];
        for (const [sourceKey, facts] of Object.entries(records)) {
          const row = await database.one<{
            id: string;
            identityId: string | null;
            lastEventAt: string;
            endsAt: string | null;
          }>(inside, putSubject, [
            context.organizationId,
            ids.next(),
            connection.id,
            sourceKey,
            facts.kind,
            JSON.stringify(facts),
            clock.instant(),
            endsAt,
          ]);
          if (row)
            subjects.push({
              ...row,
              connectionId: connection.id,
              sourceKey,
              parentKey: null,
              guestKey: null,
              facts,
              version: null,
              state: 'present',
              extension: null,
            });
        }
        await entitler.refresh(inside, connection, subjects, cause);
        return subjects;
      });
    },

    /** A connection whose console is the fake. */
    remoteConnection(
      context: Context,
      access?: object,
      draft: Partial<ConnectionDraft> = {},
    ): Promise<StoredConnection> {
      const target = {
        console: 'remote',
        base_url: 'https://console.example',
        organization_id: null,
        organization_style: 'header',
        rate_per_minute: 100,
        bulk: 'auto',
      } as const;
      return this.connection(context, access, { target, targetToken: 'token', targetKey: 'remote-1', ...draft });
    },

    /** Works off what is due now at the remote console, once. */
    remoteTurn(context: Context, owner = 'worker-1'): Promise<number> {
      return remotePass.run(context, 'remote-1', 100, false, owner);
    },

    /** Works off everything that is due now at the built-in console. */
    async settleAll(context: Context): Promise<number> {
      let worked = 0;
      for (let rounds = 0; rounds < 50; rounds += 1) {
        const batch = await ownPass.run(context, 'built-in', 200);
        worked += batch;
        if (batch === 0) return worked;
      }
      throw new Error('something stays due for ever');
    },

    rows<Row extends object>(context: Context, table: string, columns = '*', where = 'true'): Promise<Row[]> {
      return database.query<Row>(
        context,
        {
          name: `test_${createHash('md5')
            .update(table + columns + where)
            .digest('hex')}`,
          text: `select ${columns} from ${table} where organization_id = $1 and (${where})`,
        },
        [context.organizationId],
      );
    },

    /** username → enabled | disabled, as the console has it. */
    async accounts(context: Context): Promise<Record<string, string>> {
      const rows = await database.query<{ username: string; disabled: boolean }>(
        context,
        statement('test_accounts', 'select username, disabled from users where organization_id = $1 order by username'),
        [context.organizationId],
      );
      return Object.fromEntries(rows.map(({ username, disabled }) => [username, disabled ? 'disabled' : 'enabled']));
    },

    async idOf(context: Context, username: string): Promise<string | undefined> {
      return (await console.findUser(context, { username }))?.remoteId;
    },
  };
}

export type Rig = ReturnType<typeof makeRig>;

/** A guest in house from 13:00 on the 14th to 09:00 on the 16th, but for what is said otherwise. */
export function guest(lastName: string, room: string, other: Partial<Stay> = {}): Stay {
  return {
    kind: 'stay',
    status: 'in_house',
    lastName,
    firstName: 'Jana',
    room,
    site: 'lindenhof',
    arrivalAt: '2026-05-14T12:00:00.000Z',
    checkInAt: '2026-05-14T13:00:00.000Z',
    departureAt: '2026-05-16T09:00:00.000Z',
    ...other,
  };
}

export function left(stay: Stay, checkOutAt: string): Stay {
  return { ...stay, status: 'checked_out', checkOutAt };
}
