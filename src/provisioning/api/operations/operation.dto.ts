import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { shown } from '../answers/shown.js';
import type { OperationRow } from './operation-records.js';

/** One thing that was done to an account, or was not, and why. */
export class LoggedOperationDto {
  id: string;
  /** When it was done. */
  at: string;
  /** The connection on whose behalf. */
  connection_id: string;
  /** The record that led to it; null: not one alone. */
  subject_id: string | null;
  /** The account; null: none. */
  identity_id: string | null;
  /** The run that did it; null: none. */
  run_id: string | null;
  /** Name of the account. */
  user: string | null;
  /** Room and name of whom the record is about, as known now; null: no single person, or nobody knows any more. */
  @ApiProperty({ type: String, nullable: true, example: '412 Eva Nováková' })
  person: string | null;
  /**
   * create_user, change_user, disable_user, delete_user, create_vouchers, change_voucher, revoke_voucher, or the
   * name of a decision not to write.
   */
  kind: string;
  /**
   * done, or why not: failed, refused (by the console), disputed (the name is somebody else's), skipped, held, gone
   * (already), dead (given up), unknown (the fate of a call is not known).
   */
  status: string;
  /** Kind and id of what led to it: an event, a run, an operator, a timer. */
  cause: string;
  /** Name of the key or operator that asked for it, or of the part of Usher that did. */
  actor: string;
  /** What was different before; null: the account was not there. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
  /** What it became; null: the account is gone. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after: Record<string, unknown> | null;
  /** Why, for people; null: nothing to add. */
  detail: string | null;
}

export class OperationDto extends LoggedOperationDto {
  _links: LinksDto['_links'];
}

class EmbeddedOperationsDto {
  operations: OperationDto[];
}

export class OperationPageDto extends PageDto {
  _embedded: EmbeddedOperationsDto;
}

export function operationDto(row: OperationRow): LoggedOperationDto {
  return { ...row, before: shown(row.before), after: shown(row.after) };
}
