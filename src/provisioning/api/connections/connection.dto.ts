import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { AccessInputDto } from '../../access/access-settings.dto.js';
import { DriftDto, SafetyDto, ScheduleDto } from '../../connection/connection-parts.dto.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Check } from '../../connector/connector.js';
import { limitsOf } from '../../subject/storm.js';
import { shownDocument } from '../../connection/sealed-places.js';

export class ConnectionLinkDto {
  /** Whether the outside is connected now. */
  connected: boolean;
  /** connecting, connected or lost. */
  state: string;
  /** Why it is in this state, for people; null: nothing to say. */
  detail: string | null;
  /** When anything last came over the link; null: nothing did. */
  last_heard_at: string | null;
}

export class ConnectionProblemDto {
  /** For programs, such as credentials_refused. */
  code: string;
  /** For people: what is wrong and what would help. */
  detail: string;
  /** When it last occurred. */
  at: string;
}

export class AccountsRefusedDto {
  /** Since when there have been any. */
  since: string;
  /** How many accounts the console does not take as they should be. */
  accounts: number;
  /** For people: because of which fields, as far as the console says. What it said of each is in its operation. */
  detail: string;
}

export class ConnectionDto extends LinksDto {
  id: string;
  /** What people call it. */
  name: string;
  /** Key of the connector. */
  connector: string;
  /** What people call the system. */
  connector_name: string;
  /**
   * Of addresses scheme, host and port; `/…` stands for a path or query, which is sealed. Sent back as it is, it
   * changes nothing.
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  settings: Record<string, unknown>;
  /** Names of the secrets that are set; their values are never shown. */
  secrets_set: string[];
  @ApiProperty({ type: 'object', additionalProperties: true })
  target: Record<string, unknown>;
  schedule: ScheduleDto;
  /** Of `password` the fields it is made of; `…` stands for what everybody's has, which is sealed. */
  @ApiProperty({ type: AccessInputDto })
  access: object;
  safety: SafetyDto;
  /** What a drift run does about accounts that somebody else changed, or removed. */
  drift: DriftDto;
  /** False: it neither asks nor is heard; access stays as it is. */
  enabled: boolean;
  /**
   * setup: not complete. testing: at work, and its present settings are still being tested. active: at work. paused: by
   * an operator. quarantined: credentials or settings were refused, nothing is changed until a test goes well.
   * disabled: off.
   */
  @ApiProperty({ enum: ['setup', 'testing', 'active', 'paused', 'quarantined', 'disabled'] })
  status: string;
  /** all: nothing is applied. grants: access is ended but not given. Null: not paused. */
  @ApiProperty({ enum: ['all', 'grants'], nullable: true })
  pause: string | null;
  /** While it is being deleted: what becomes of its accounts. */
  @ApiProperty({ enum: ['keep', 'disable', 'delete'], nullable: true })
  closing: string | null;
  /** Of connectors that hold a link to the outside; null: never had one. */
  @ApiProperty({ type: ConnectionLinkDto, nullable: true })
  link: ConnectionLinkDto | null;
  /** When the last full list was read completely; null: never. */
  last_full_scan_at: string | null;
  /** When the next full list is due; null: none is. */
  next_full_at: string | null;
  /** When it next asks what changed; null: it does not. */
  next_incremental_at: string | null;
  /** When the console is next compared with what it was told; null: it is not. */
  next_drift_at: string | null;
  /** How long the oldest change has been waiting to reach the console; 0: everything is done. */
  oldest_dirty_seconds: number;
  /** What the last test of its settings found; null: there was none yet. */
  @ApiProperty({ type: () => LastTestDto, nullable: true })
  last_test: LastTestDto | null;
  /** What goes wrong at present; null as soon as that works again. */
  @ApiProperty({ type: ConnectionProblemDto, nullable: true })
  last_problem: ConnectionProblemDto | null;
  /**
   * Since when nothing was heard of the outside, once that is longer than usual; null: heard of, or nothing is
   * expected.
   */
  silent_since: string | null;
  /** Since when its console cannot be reached, so that changes wait; null: it can, as far as is known. */
  console_unreachable_since: string | null;
  /** Accounts that the console refuses; a successful test sends them again. Null: none. */
  @ApiProperty({ type: AccountsRefusedDto, nullable: true })
  accounts_refused: AccountsRefusedDto | null;
  /** Since when credentials wait because no way is set up by which they could go; null: none does. */
  deliveries_waiting_since: string | null;
  /** Address under which the outside pushes to this connection, without host. */
  hook_path: string;
  created_at: string;
  updated_at: string;
}

export class MadeConnectionDto extends ConnectionDto {
  /** By which the outside calls this connection, where it does (SCIM). Shown this once. */
  token?: string;
}

export class RotatedTokenDto {
  /** Shown this once. */
  token: string;
}

class EmbeddedConnectionsDto {
  connections: ConnectionDto[];
}

export class ConnectionPageDto extends PageDto {
  _embedded: EmbeddedConnectionsDto;
}

export class CheckDto {
  /**
   * `reachable`, `credentials`, a right of the connector (`GET /connectors/{key}`), one of its settings, or `console`.
   */
  name: string;
  /** Whether the check went well. */
  ok: boolean;
  /** What was asked, in the vendor's words; null where nothing was. */
  tried: string | null;
  /** What was found. */
  detail: string;
  /** Where it is not ok: what to do about it, and where. */
  remedy: string | null;
}

export class ConnectionTestDto {
  /** Every check is. */
  ok: boolean;
  /**
   * In the order in which they were tried; after `reachable` or `credentials` failed, nothing else of the vendor is.
   */
  checks: CheckDto[];
}

export class LastTestDto extends ConnectionTestDto {
  /** When it was over. */
  at: string;
}

export function connectionTestDto(checks: readonly Check[]): ConnectionTestDto {
  return {
    ok: checks.every(({ ok }) => ok),
    checks: checks.map(({ name, ok, tried = null, detail, remedy = null }) => ({ name, ok, tried, detail, remedy })),
  };
}

/** @param connectorName none where this version of Usher has no such connector any more. */
export function connectionDto(
  connection: StoredConnection,
  connectorName: string | undefined,
  oldestDirtySeconds: number,
): Omit<ConnectionDto, '_links'> {
  const { link } = connection;
  return {
    id: connection.id,
    name: connection.name,
    connector: connection.connector,
    connector_name: connectorName ?? connection.connector,
    settings: shownDocument('settings', connection.settings),
    secrets_set: Object.keys(connection.secrets),
    target: { ...connection.target },
    schedule: { ...connection.schedule },
    access: shownDocument('access', connection.accessInput),
    safety: { ...connection.safety, ...limitsOf(connection.safety) },
    drift: { ...connection.drift },
    enabled: connection.enabled,
    status: connection.status === 'active' && connection.testDueAt ? 'testing' : connection.status,
    pause: connection.pause,
    closing: connection.closing,
    link: link && {
      connected: link.state === 'connected',
      state: link.state,
      detail: link.detail ?? null,
      last_heard_at: link.lastHeardAt,
    },
    last_full_scan_at: connection.lastFullScanAt,
    next_full_at: connection.nextFullAt,
    next_incremental_at: connection.nextIncrementalAt,
    next_drift_at: connection.nextDriftAt,
    oldest_dirty_seconds: oldestDirtySeconds,
    last_test: connection.lastTest && { ...connection.lastTest, checks: [...connection.lastTest.checks] },
    last_problem: connection.lastProblem && {
      code: connection.lastProblem.code,
      detail: connection.lastProblem.detail,
      at: connection.lastProblem.at,
    },
    silent_since: connection.silentSinceAt,
    console_unreachable_since: connection.consoleOutage?.sinceAt ?? null,
    accounts_refused: connection.accountsRefused && {
      since: connection.accountsRefused.sinceAt,
      accounts: connection.accountsRefused.accounts,
      detail: connection.accountsRefused.detail,
    },
    deliveries_waiting_since: connection.deliveriesWaitingSinceAt,
    hook_path: `/hooks/${connection.id}`,
    created_at: connection.createdAt,
    updated_at: connection.updatedAt,
  };
}
