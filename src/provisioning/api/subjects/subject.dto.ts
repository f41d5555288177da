import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { SubjectDeliveryDto, credentialDeliveryDto } from '../deliveries/credential-delivery.dto.js';
import type { CredentialDeliveryRow } from '../deliveries/delivery-records.js';
import { LoggedOperationDto, operationDto } from '../operations/operation.dto.js';
import type { OperationRow } from '../operations/operation-records.js';
import { shown } from '../answers/shown.js';
import type { BindingRow, EntitlementRow, IdentityRow, SubjectAccount, SubjectRow } from './subject-records.js';

export class IdentityDto {
  id: string;
  /** What makes two usernames the same account. */
  account: string;
  /** user or voucher. */
  kind: string;
  /** Everything that is wanted is done. */
  settled: boolean;
  /** When it is next looked at: now, or the next start, end or deletion; null: never by itself. */
  due_at: string | null;
  /** Attempts that failed since the last success. */
  attempts: number;
  /**
   * Why the account is not as wanted, with a code: held, taken, refused, unreachable, retry, unknown,
   * vouchers_unknown, dead or failed; null: nothing is wrong.
   */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  problem: Record<string, unknown> | null;
}

export class EntitlementDto {
  id: string;
  /** user or voucher. */
  kind: string;
  /** What the account is to be: names, group, devices, what happens at its end. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  spec: Record<string, unknown>;
  /** Access begins; null: at once. */
  valid_from: string | null;
  /** Access ends; null: never by itself. */
  valid_until: string | null;
  /** Taken back before its time. */
  revoked: boolean;
}

export class BindingDto {
  id: string;
  /** user or voucher. */
  kind: string;
  /** Id of the resource in the console. */
  console_id: string;
  /** User name or code. */
  name: string;
  /**
   * owned: made by the connection. adopted: linked by an operator, never deleted; its name, person and password are
   * left alone. released: no longer looked after.
   */
  ownership: string;
  /** bound, linked (approved, not written yet), unknown (the fate of a call is not known) or removed. */
  state: string;
  /** What the console was last told of it. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  applied: Record<string, unknown>;
  /** Since when access is ended; null: it is not. */
  ended_at: string | null;
}

export class SubjectDto extends LinksDto {
  id: string;
  /** The connection that it came by. */
  connection_id: string;
  /** The record's own key at the vendor. */
  key: string;
  /** Key of the record that it belongs to, such as the reservation of a sharer; null: none. */
  parent_key: string | null;
  /** Key of the person at the vendor; null: none. */
  guest_key: string | null;
  /** stay, employment, visit, presence or membership. */
  kind: string;
  /** What the outside says, in snake_case; the fields depend on `kind`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  facts: Record<string, unknown>;
  /** The vendor's own version of the record, by which older news are told; null: the vendor has none. */
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
  /** When the record was last heard of. */
  last_event_at: string;
  /** When a removal that is held back takes effect, unless the record comes back; null: none is. */
  ends_at: string | null;
  /** The account that it leads to; null: none. */
  identity_id: string | null;
  created_at: string;
  updated_at: string;
}

export class SubjectDetailDto extends SubjectDto {
  /** The account that it leads to; null: none. */
  @ApiProperty({ type: IdentityDto, nullable: true })
  identity: IdentityDto | null;
  /** What it entitles the account to. */
  entitlements: EntitlementDto[];
  /** The users or vouchers in the console that stand for the account. */
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

export function subjectDto({
  source_key: key,
  facts,
  invalid,
  disputed,
  ...row
}: SubjectRow): Omit<SubjectDto, '_links'> {
  return { ...row, key, facts: { ...shown(facts) }, invalid: shown(invalid), disputed: shown(disputed) };
}

export function subjectDetailDto(
  row: SubjectRow,
  account: SubjectAccount,
  log: readonly OperationRow[],
  deliveries: readonly CredentialDeliveryRow[],
): Omit<SubjectDetailDto, '_links'> {
  return {
    ...subjectDto(row),
    identity: account.identity && identityDto(account.identity),
    entitlements: account.entitlements.map(entitlementDto),
    bindings: account.bindings.map(bindingDto),
    log: log.map(operationDto),
    deliveries: deliveries.map(credentialDeliveryDto),
  };
}

function identityDto({
  id,
  account_key: account,
  kind,
  want_rev,
  done_rev,
  due_at,
  attempts,
  problem,
}: IdentityRow): IdentityDto {
  return { id, account, kind, settled: done_rev >= want_rev, due_at, attempts, problem: shown(problem) };
}

function entitlementDto({ id, kind, spec, valid_from_at, valid_until_at, revoked }: EntitlementRow): EntitlementDto {
  return { id, kind, spec: { ...shown(spec) }, valid_from: valid_from_at, valid_until: valid_until_at, revoked };
}

function bindingDto({ id, kind, remote_id, name, ownership, state, applied, ended_at }: BindingRow): BindingDto {
  return { id, kind, console_id: remote_id, name, ownership, state, applied: { ...shown(applied) }, ended_at };
}
