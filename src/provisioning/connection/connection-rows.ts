import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import { Secrets } from '../../kernel/secrets.js';
import { AccessPresets } from '../access/access-presets.js';
import { type Connection, type ConnectionStatus, usualDrift } from './connection.js';
import type { ConnectionDraft, StoredConnection } from './stored-connection.js';
import { hiddenTexts, shownDocument, wholeDocument } from './sealed-places.js';

/** A row of `connections` as statements read it. */
export interface ConnectionRow {
  readonly organization_id: string;
  readonly id: string;
  readonly name: string;
  readonly connector: string;
  readonly settings: Connection['settings'];
  readonly secrets_sealed: string | null;
  readonly target: Connection['target'];
  readonly target_secret_sealed: string | null;
  readonly target_key: string;
  readonly schedule: Connection['schedule'];
  readonly access: Connection['accessInput'];
  readonly safety: Connection['safety'];
  readonly drift: Connection['drift'] | null;
  readonly enabled: boolean;
  readonly status: ConnectionStatus;
  readonly pause: Connection['pause'];
  readonly closing: StoredConnection['closing'];
  readonly quarantine: StoredConnection['quarantine'];
  readonly link: Connection['link'];
  readonly cursor: Connection['cursor'];
  readonly next_full_at: Instant | null;
  readonly next_incremental_at: Instant | null;
  readonly next_drift_at: Instant | null;
  readonly last_full_scan_at: Instant | null;
  readonly last_problem: StoredConnection['lastProblem'];
  readonly silent_since_at: Instant | null;
  readonly console_outage: StoredConnection['consoleOutage'];
  readonly accounts_refused: StoredConnection['accountsRefused'];
  readonly deliveries_waiting_since_at: Instant | null;
  readonly test_due_at: Instant | null;
  readonly last_test: StoredConnection['lastTest'];
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly kept_fields?: readonly string[] | null;
}

/** Converts rows to connections and back: seals and opens secrets, resolves access. */
@Injectable()
export class ConnectionRows {
  constructor(
    private readonly secrets: Secrets,
    private readonly presets: AccessPresets,
  ) {}

  opened(row: ConnectionRow): StoredConnection {
    const sealed =
      row.secrets_sealed === null
        ? {}
        : (JSON.parse(this.secrets.openText(row.secrets_sealed, secretsOf(row.id))) as Record<string, string>);
    const access = wholeDocument('access', row.access, sealed);
    return {
      organizationId: row.organization_id,
      id: row.id,
      name: row.name,
      connector: row.connector,
      settings: wholeDocument('settings', row.settings, sealed),
      secrets: Object.fromEntries(Object.entries(sealed).filter(([name]) => !name.startsWith('/'))),
      target: row.target,
      targetToken:
        row.target_secret_sealed === null
          ? null
          : this.secrets.openText(row.target_secret_sealed, targetTokenOf(row.id)),
      targetKey: row.target_key,
      schedule: { drift: null, ...row.schedule },
      accessInput: access,
      access: this.presets.resolve(access),
      safety: row.safety,
      drift: row.drift ?? usualDrift,
      privacy: row.kept_fields ? { fields: row.kept_fields, payloadDays: null } : undefined,
      enabled: row.enabled,
      status: row.status,
      pause: row.pause,
      closing: row.closing,
      quarantine: row.quarantine,
      cursor: row.cursor,
      link: row.link,
      nextFullAt: row.next_full_at,
      nextIncrementalAt: row.next_incremental_at,
      nextDriftAt: row.next_drift_at,
      lastFullScanAt: row.last_full_scan_at,
      lastProblem: row.last_problem,
      silentSinceAt: row.silent_since_at,
      consoleOutage: row.console_outage,
      accountsRefused: row.accounts_refused,
      deliveriesWaitingSinceAt: row.deliveries_waiting_since_at,
      testDueAt: row.test_due_at,
      lastTest: row.last_test,
      revision: row.revision,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }

  /** Values of the columns name … installation, in the order of the statements. */
  columns(id: string, draft: ConnectionDraft): unknown[] {
    const sealed = {
      ...draft.secrets,
      ...hiddenTexts('settings', draft.settings),
      ...hiddenTexts('access', draft.accessInput),
    };
    return [
      draft.name,
      draft.connector,
      JSON.stringify(shownDocument('settings', draft.settings)),
      Object.keys(sealed).length > 0 ? this.secrets.seal(JSON.stringify(sealed), secretsOf(id)) : null,
      JSON.stringify(draft.target),
      draft.targetToken === null ? null : this.secrets.seal(draft.targetToken, targetTokenOf(id)),
      draft.targetKey,
      JSON.stringify(draft.schedule),
      JSON.stringify(shownDocument('access', draft.accessInput)),
      JSON.stringify(draft.safety),
      draft.enabled,
      draft.status,
      draft.drift ? JSON.stringify(draft.drift) : null,
      draft.installation?.toLowerCase() ?? null,
    ];
  }
}

export function secretsOf(id: string): string {
  return `connection ${id} secrets`;
}

export function targetTokenOf(id: string): string {
  return `connection ${id} target token`;
}
