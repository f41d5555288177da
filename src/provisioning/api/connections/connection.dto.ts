import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Check } from '../../connector/connector.js';
import { limitsOf } from '../../subject/storm.js';

export class ConnectionLinkDto {
  /** Whether the outside is connected now. */
  connected: boolean;
  state: string;
  detail: string | null;
  last_heard_at: string | null;
}

export class ConnectionProblemDto {
  code: string;
  detail: string;
  at: string;
}

export class DriftDto {
  @ApiProperty({ enum: ['report', 'repair', 'accept'] })
  changed: string;
  @ApiProperty({ enum: ['report', 'repair', 'accept'] })
  missing: string;
}

export class ConnectionDto extends LinksDto {
  id: string;
  name: string;
  connector: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  settings: Record<string, unknown>;
  /** Names of the secrets that are set; their values are never shown. */
  secrets_set: string[];
  @ApiProperty({ type: 'object', additionalProperties: true })
  target: Record<string, unknown>;
  @ApiProperty({ type: 'object', additionalProperties: true })
  schedule: Record<string, unknown>;
  @ApiProperty({ type: 'object', additionalProperties: true })
  access: Record<string, unknown>;
  @ApiProperty({ type: 'object', additionalProperties: true })
  safety: Record<string, unknown>;
  /** What a drift run does about accounts that somebody else changed, or removed. */
  drift: DriftDto;
  enabled: boolean;
  @ApiProperty({ enum: ['setup', 'active', 'paused', 'quarantined', 'disabled'] })
  status: string;
  @ApiProperty({ enum: ['all', 'grants'], nullable: true })
  pause: string | null;
  /** While it is being deleted: what becomes of its accounts. */
  @ApiProperty({ enum: ['keep', 'disable', 'delete'], nullable: true })
  closing: string | null;
  /** Of connectors that hold a link to the outside; null: never had one. */
  @ApiProperty({ type: ConnectionLinkDto, nullable: true })
  link: ConnectionLinkDto | null;
  last_full_scan_at: string | null;
  next_full_at: string | null;
  next_incremental_at: string | null;
  next_drift_at: string | null;
  /** How long the oldest change has been waiting to reach the console; 0: everything is done. */
  oldest_dirty_seconds: number;
  @ApiProperty({ type: ConnectionProblemDto, nullable: true })
  last_problem: ConnectionProblemDto | null;
  /** Since when nothing was heard of the outside, once that is longer than usual; null: heard of, or nothing is expected. */
  silent_since: string | null;
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
  /** `reachable`, `credentials`, a right of the connector (`GET /connectors/{key}`), one of its settings, or `console`. */
  name: string;
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
  /** In the order in which they were tried; after `reachable` or `credentials` failed, nothing else of the vendor is. */
  checks: CheckDto[];
}

export function connectionTestDto(checks: readonly Check[]): ConnectionTestDto {
  return {
    ok: checks.every(({ ok }) => ok),
    checks: checks.map(({ name, ok, tried = null, detail, remedy = null }) => ({ name, ok, tried, detail, remedy })),
  };
}

export function connectionDto(connection: StoredConnection, oldestDirtySeconds: number): Omit<ConnectionDto, '_links'> {
  const { link } = connection;
  return {
    id: connection.id,
    name: connection.name,
    connector: connection.connector,
    settings: { ...connection.settings },
    secrets_set: Object.keys(connection.secrets),
    target: { ...connection.target },
    schedule: { ...connection.schedule },
    access: { ...connection.accessInput },
    safety: { ...connection.safety, ...limitsOf(connection.safety) },
    drift: { ...connection.drift },
    enabled: connection.enabled,
    status: connection.status,
    pause: connection.pause,
    closing: connection.closing,
    link: link && { connected: link.state === 'connected', state: link.state, detail: link.detail ?? null, last_heard_at: link.lastHeardAt },
    last_full_scan_at: connection.lastFullScanAt,
    next_full_at: connection.nextFullAt,
    next_incremental_at: connection.nextIncrementalAt,
    next_drift_at: connection.nextDriftAt,
    oldest_dirty_seconds: oldestDirtySeconds,
    last_problem: connection.lastProblem,
    silent_since: connection.silentSinceAt,
    hook_path: `/hooks/${connection.id}`,
    created_at: connection.createdAt,
    updated_at: connection.updatedAt,
  };
}
