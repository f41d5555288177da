import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { SubjectDeliveryDto, credentialDeliveryDto } from '../deliveries/credential-delivery.dto.js';
import type { CredentialDeliveryRow } from '../deliveries/delivery-records.js';
import { LoggedOperationDto, operationDto } from '../operations/operation.dto.js';
import type { OperationRow } from '../operations/operation-records.js';
import { shown } from '../shown.js';
import type { BindingRow, EntitlementRow, IdentityRow, SubjectAccount, SubjectRow } from './subject-records.js';

export class IdentityDto {
  id: string;
  /** What makes two usernames the same account. */
  account: string;
  kind: string;
  /** Everything that is wanted is done. */
  settled: boolean;
  due_at: string | null;
  attempts: number;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  problem: Record<string, unknown> | null;
}

export class EntitlementDto {
  id: string;
  kind: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  spec: Record<string, unknown>;
  valid_from: string | null;
  valid_until: string | null;
  revoked: boolean;
}

export class BindingDto {
  id: string;
  kind: string;
  /** Id of the resource in the console. */
  console_id: string;
  name: string;
  ownership: string;
  state: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  applied: Record<string, unknown>;
  ended_at: string | null;
}

export class SubjectDto extends LinksDto {
  id: string;
  connection_id: string;
  /** The record's own key at the vendor. */
  key: string;
  parent_key: string | null;
  guest_key: string | null;
  kind: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  facts: Record<string, unknown>;
  version: string | null;
  /** `gone` is a tombstone: only a newer version lifts it. */
  @ApiProperty({ enum: ['present', 'gone'] })
  state: string;
  /** Why the record could not be turned into access; access stays as it was. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  invalid: Record<string, unknown> | null;
  /** Whose account the record would get, were it approved. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  disputed: Record<string, unknown> | null;
  /** How many complete lists in a row did not have it. */
  missing_scans: number;
  last_event_at: string;
  ends_at: string | null;
  identity_id: string | null;
  created_at: string;
  updated_at: string;
}

export class SubjectDetailDto extends SubjectDto {
  @ApiProperty({ type: IdentityDto, nullable: true })
  identity: IdentityDto | null;
  entitlements: EntitlementDto[];
  bindings: BindingDto[];
  /** The newest twenty entries; all of them: GET /operations?filter[subject_id]=… */
  log: LoggedOperationDto[];
  /** The newest twenty; all of them: GET /deliveries?filter[subject_id]=… */
  deliveries: SubjectDeliveryDto[];
}

class EmbeddedSubjectsDto {
  subjects: SubjectDto[];
}

export class SubjectPageDto extends PageDto {
  _embedded: EmbeddedSubjectsDto;
}

export function subjectDto({ source_key: key, facts, invalid, disputed, ...row }: SubjectRow): Omit<SubjectDto, '_links'> {
  return { ...row, key, facts: { ...shown(facts) }, invalid: shown(invalid), disputed: shown(disputed) };
}

export function subjectDetailDto(row: SubjectRow, account: SubjectAccount, log: readonly OperationRow[], deliveries: readonly CredentialDeliveryRow[]): Omit<SubjectDetailDto, '_links'> {
  return {
    ...subjectDto(row),
    identity: account.identity && identityDto(account.identity),
    entitlements: account.entitlements.map(entitlementDto),
    bindings: account.bindings.map(bindingDto),
    log: log.map(operationDto),
    deliveries: deliveries.map(credentialDeliveryDto),
  };
}

function identityDto({ id, account_key: account, kind, want_rev, done_rev, due_at, attempts, problem }: IdentityRow): IdentityDto {
  return { id, account, kind, settled: done_rev >= want_rev, due_at, attempts, problem: shown(problem) };
}

function entitlementDto({ id, kind, spec, valid_from_at, valid_until_at, revoked }: EntitlementRow): EntitlementDto {
  return { id, kind, spec: { ...shown(spec) }, valid_from: valid_from_at, valid_until: valid_until_at, revoked };
}

function bindingDto({ id, kind, remote_id, name, ownership, state, applied, ended_at }: BindingRow): BindingDto {
  return { id, kind, console_id: remote_id, name, ownership, state, applied: { ...shown(applied) }, ended_at };
}
