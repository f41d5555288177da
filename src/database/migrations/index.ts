import { Tenants1764000000000 } from './1764000000000-tenants.js';
import { Console1764000100000 } from './1764000100000-console.js';
import { Logs1764000200000 } from './1764000200000-logs.js';
import { Provisioning1764000300000 } from './1764000300000-provisioning.js';
import { WebhooksAndAlerts1764000400000 } from './1764000400000-webhooks-and-alerts.js';
import { Radius1764000500000 } from './1764000500000-radius.js';
import { Audit1764000600000 } from './1764000600000-audit.js';
import { LongerStays1764000700000 } from './1764000700000-longer-stays.js';
import { DevicesEverywhere1764000800000 } from './1764000800000-devices-everywhere.js';
import { AlertsAcknowledged1764000900000 } from './1764000900000-alerts-acknowledged.js';
import { RetiredGateways1764001100000 } from './1764001100000-retired-gateways.js';
import { PartRefunds1764001200000 } from './1764001200000-part-refunds.js';
import { NetworksAnnounced1764001300000 } from './1764001300000-networks-announced.js';
import { RegistrationsEnded1764001400000 } from './1764001400000-registrations-ended.js';
import { Subscriptions1764001500000 } from './1764001500000-subscriptions.js';
import { SharedTokens1764001600000 } from './1764001600000-shared-tokens.js';
import { GuestsByAddress1764001700000 } from './1764001700000-guests-by-address.js';
import { SignInsByKey1764001800000 } from './1764001800000-sign-ins-by-key.js';
import { RegistrationsFollowedByHash1764001900000 } from './1764001900000-registrations-followed-by-hash.js';
import { DirectoriesByRadius1764002300000 } from './1764002300000-directories-by-radius.js';
import { RefusalsOfAccessPoints1764002600000 } from './1764002600000-refusals-of-access-points.js';
import { PacketsByFewerReads1764002700000 } from './1764002700000-packets-by-fewer-reads.js';
import { AccountingPackets1764003000000 } from './1764003000000-accounting-packets.js';
import { MinutesToAProvider1764005000000 } from './1764005000000-minutes-to-a-provider.js';
import { VoucherPresets1764006000000 } from './1764006000000-voucher-presets.js';
import { AddressBudgets1764007500000 } from './1764007500000-address-budgets.js';
import { BesideShards1764008000000 } from './1764008000000-beside-shards.js';
import { MonthlyProvisionLog1764009200000 } from './1764009200000-monthly-provision-log.js';
import { MonthlyAudit1764009300000 } from './1764009300000-monthly-audit.js';
import { DueWork1764009400000 } from './1764009400000-due-work.js';
import { OneServerOfAll1764010000000 } from './1764010000000-one-server-of-all.js';
import { LoginsSetUpLess1764010100000 } from './1764010100000-logins-set-up-less.js';
import { AlertsSnoozed1764011000000 } from './1764011000000-alerts-snoozed.js';
import { PeopleByStanding1764012000000 } from './1764012000000-people-by-standing.js';
import { OperationsCounted1764012100000 } from './1764012100000-operations-counted.js';
import { Traces1764014000000 } from './1764014000000-traces.js';
import { MinutesToPay1764015000000 } from './1764015000000-minutes-to-pay.js';
import { AddedDevices1764016000000 } from './1764016000000-added-devices.js';
import { OperationsByKind1764017020000 } from './1764017020000-operations-by-kind.js';
import { ClientAddresses1764017040000 } from './1764017040000-client-addresses.js';
import { SitesByRadsec1764017060000 } from './1764017060000-sites-by-radsec.js';
import { DueConnections1764017061000 } from './1764017061000-due-connections.js';
import { SessionEventsTogether1764018600000 } from './1764018600000-session-events-together.js';
import { RetentionByIds1764018700000 } from './1764018700000-retention-by-ids.js';
import { UsersEnabledAndRenamed1764018800000 } from './1764018800000-users-enabled-and-renamed.js';
import { UsersDeleted1764018900000 } from './1764018900000-users-deleted.js';
import { SessionsThatGoOn1764019500000 } from './1764019500000-sessions-that-go-on.js';
import { KeysByTheirMakers1764019600000 } from './1764019600000-keys-by-their-makers.js';
import { StaffByAddress1764020100000 } from './1764020100000-staff-by-address.js';
import { CodesAsTyped1764020200000 } from './1764020200000-codes-as-typed.js';
import { DepartedOperators1764020300000 } from './1764020300000-departed-operators.js';
import { ResealedSecrets1764020301000 } from './1764020301000-resealed-secrets.js';
import { ConsoleOutages1764020500000 } from './1764020500000-console-outages.js';
import { ExpiredPasswords1764020600000 } from './1764020600000-expired-passwords.js';
import { CodesByChap1764020610000 } from './1764020610000-codes-by-chap.js';
import { HoursWithoutAGap1764020620000 } from './1764020620000-hours-without-a-gap.js';
import { PaymentProblems1764020700000 } from './1764020700000-payment-problems.js';
import { RefusedAccounts1764020800000 } from './1764020800000-refused-accounts.js';
import { LinkedAccounts1764020900000 } from './1764020900000-linked-accounts.js';
import { SingleSignOn1764020910000 } from './1764020910000-single-sign-on.js';
import { PaymentProblemCodes1764021100000 } from './1764021100000-payment-problem-codes.js';
import { NamesInGreekCapitals1764021300000 } from './1764021300000-names-in-greek-capitals.js';
import { PacketsTogether1764021400000 } from './1764021400000-packets-together.js';
import { NamesWithDomains1764021410000 } from './1764021410000-names-with-domains.js';
import { GuestsByBooking1764021500000 } from './1764021500000-guests-by-booking.js';
import { SessionsProvenAfresh1764021510000 } from './1764021510000-sessions-proven-afresh.js';
import { PeopleInGreekCapitals1764021600000 } from './1764021600000-people-in-greek-capitals.js';
import { Ipv6OfSessions1764021700000 } from './1764021700000-ipv6-of-sessions.js';
import { NamesInFullWidth1764021810000 } from './1764021810000-names-in-full-width.js';
import { SessionsByAccount1764021820000 } from './1764021820000-sessions-by-account.js';
import { Successors1764021900000 } from './1764021900000-successors.js';
import { SessionsByFewerMessages1764021910000 } from './1764021910000-sessions-by-fewer-messages.js';
import { UsualLogins1764022000000 } from './1764022000000-usual-logins.js';
import { AuditByKeptPlans1764022200000 } from './1764022200000-audit-by-kept-plans.js';
import { SessionsTogether1764022400000 } from './1764022400000-sessions-together.js';
import { KeptPlansBesideShards1764022500000 } from './1764022500000-kept-plans-beside-shards.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In order of their numbers. A released migration is never changed. */
export const migrations = [
  Tenants1764000000000,
  Console1764000100000,
  Logs1764000200000,
  Provisioning1764000300000,
  WebhooksAndAlerts1764000400000,
  Radius1764000500000,
  Audit1764000600000,
  LongerStays1764000700000,
  DevicesEverywhere1764000800000,
  AlertsAcknowledged1764000900000,
  RetiredGateways1764001100000,
  PartRefunds1764001200000,
  NetworksAnnounced1764001300000,
  RegistrationsEnded1764001400000,
  Subscriptions1764001500000,
  SharedTokens1764001600000,
  GuestsByAddress1764001700000,
  SignInsByKey1764001800000,
  RegistrationsFollowedByHash1764001900000,
  DirectoriesByRadius1764002300000,
  RefusalsOfAccessPoints1764002600000,
  PacketsByFewerReads1764002700000,
  AccountingPackets1764003000000,
  MinutesToAProvider1764005000000,
  VoucherPresets1764006000000,
  AddressBudgets1764007500000,
  BesideShards1764008000000,
  MonthlyProvisionLog1764009200000,
  MonthlyAudit1764009300000,
  DueWork1764009400000,
  OneServerOfAll1764010000000,
  LoginsSetUpLess1764010100000,
  AlertsSnoozed1764011000000,
  PeopleByStanding1764012000000,
  OperationsCounted1764012100000,
  Traces1764014000000,
  MinutesToPay1764015000000,
  AddedDevices1764016000000,
  OperationsByKind1764017020000,
  ClientAddresses1764017040000,
  SitesByRadsec1764017060000,
  DueConnections1764017061000,
  SessionEventsTogether1764018600000,
  RetentionByIds1764018700000,
  UsersEnabledAndRenamed1764018800000,
  UsersDeleted1764018900000,
  SessionsThatGoOn1764019500000,
  KeysByTheirMakers1764019600000,
  StaffByAddress1764020100000,
  CodesAsTyped1764020200000,
  DepartedOperators1764020300000,
  ResealedSecrets1764020301000,
  ConsoleOutages1764020500000,
  ExpiredPasswords1764020600000,
  CodesByChap1764020610000,
  HoursWithoutAGap1764020620000,
  PaymentProblems1764020700000,
  RefusedAccounts1764020800000,
  LinkedAccounts1764020900000,
  SingleSignOn1764020910000,
  PaymentProblemCodes1764021100000,
  NamesInGreekCapitals1764021300000,
  PacketsTogether1764021400000,
  NamesWithDomains1764021410000,
  GuestsByBooking1764021500000,
  SessionsProvenAfresh1764021510000,
  PeopleInGreekCapitals1764021600000,
  Ipv6OfSessions1764021700000,
  NamesInFullWidth1764021810000,
  SessionsByAccount1764021820000,
  Successors1764021900000,
  SessionsByFewerMessages1764021910000,
  UsualLogins1764022000000,
  AuditByKeptPlans1764022200000,
  SessionsTogether1764022400000,
  KeptPlansBesideShards1764022500000,
];

export type Migration = new () => MigrationInterface;

/** While a change waits for a table in use, whoever wants it waits behind: processes of the version before work on. */
const mostLockWait = '2s';

/**
 * Row-level security also binds the owner of the tables, so a migration that changes rows would find none. Each one
 * therefore acts for every organization, in its own transaction only. TypeORM identifies migrations by class name.
 */
export function forEveryOrganization(migration: Migration): Migration {
  class Everywhere extends migration {
    override async up(runner: QueryRunner): Promise<void> {
      await actEverywhere(runner);
      await runner.query(`set local lock_timeout = '${mostLockWait}'`);
      await super.up(runner);
    }

    override async down(runner: QueryRunner): Promise<void> {
      await actEverywhere(runner);
      await super.down(runner);
    }
  }
  return Object.defineProperty(Everywhere, 'name', { value: migration.name });
}

/** Set for the transaction; the first migration creates what reads it. */
async function actEverywhere(runner: QueryRunner): Promise<void> {
  await runner.query("set local usher.organization_id = '*'");
  await runner.query(onCitus);
}

/**
 * A table that refers to one of those on every node stays an ordinary one until it is distributed, and several tables
 * are changed one after the other: by several connections at once Citus could change none of them again.
 */
const onCitus = `
  select set_config('citus.enable_local_reference_table_foreign_keys', 'off', true),
    set_config('citus.multi_shard_modify_mode', 'sequential', true)
  from pg_extension where extname = 'citus'`;
