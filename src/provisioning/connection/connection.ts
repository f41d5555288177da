import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';
import type { ConnectionPrivacy } from './kept-fields.js';
import type { AccessSettings } from '../access/access-settings.dto.js';
import type { DriftDto, SafetyDto, ScheduleDto } from './connection-parts.dto.js';

export type ConnectionStatus = 'setup' | 'active' | 'paused' | 'quarantined' | 'disabled';

/**
 * Where a connection's operations go. `targetKey` names the console: 'built-in', or a hash of address, organization and
 * token.
 */
export type Target =
  | { readonly console: 'built-in' }
  | {
      readonly console: 'remote';
      readonly base_url: string;
      readonly organization_id: string | null;
      readonly organization_style: 'header' | 'path';
      readonly rate_per_minute: number;
      readonly bulk: 'auto' | 'never';
    };

export const builtInTarget = 'built-in';

export type SafetySettings = Readonly<SafetyDto>;
export type DriftSettings = Readonly<DriftDto>;

export const usualDrift: DriftSettings = { changed: 'report', missing: 'report' };

/** One outside system of one organization, with its secrets opened: never logged, never sent to a client. */
export interface Connection {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  /** Key in the connector catalogue. */
  readonly connector: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly target: Target;
  readonly targetToken: string | null;
  readonly targetKey: string;
  readonly schedule: Readonly<ScheduleDto>;
  /** As the operator wrote it: preset and overrides. */
  readonly accessInput: Readonly<Record<string, unknown>>;
  /** Resolved. */
  readonly access: AccessSettings;
  readonly safety: SafetySettings;
  readonly drift: DriftSettings;
  /** What is kept of its people; absent: everything, for the usual time. */
  readonly privacy?: ConnectionPrivacy;
  readonly enabled: boolean;
  readonly status: ConnectionStatus;
  /** `all`: nothing is applied; `grants`: access is ended but not given. */
  readonly pause: 'all' | 'grants' | null;
  readonly cursor: Readonly<Record<string, unknown>> | null;
  readonly link: {
    readonly state: string;
    readonly detail?: string;
    readonly lastHeardAt: Instant | null;
    /** How far its messages are stored, where the outside system counts them. */
    readonly position?: string;
  } | null;
  readonly lastFullScanAt: Instant | null;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Whether the outside system is reached differently: another address, other credentials. */
export function reachesOtherwise(
  before: Pick<Connection, 'settings' | 'secrets'>,
  after: Pick<Connection, 'settings' | 'secrets'>,
): boolean {
  return !isDeepStrictEqual(before.settings, after.settings) || !isDeepStrictEqual(before.secrets, after.secrets);
}
