import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { shown } from '../shown.js';
import type { OperationRow } from './operation-records.js';

/** One thing that was done to an account, or was not, and why. */
export class LoggedOperationDto {
  id: string;
  at: string;
  connection_id: string;
  subject_id: string | null;
  identity_id: string | null;
  run_id: string | null;
  /** Name of the account. */
  user: string | null;
  kind: string;
  status: string;
  /** Kind and id of what led to it: an event, a run, an operator, a timer. */
  cause: string;
  actor: string;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after: Record<string, unknown> | null;
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
