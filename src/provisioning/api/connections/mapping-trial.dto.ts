import { ApiProperty } from '@nestjs/swagger';
import { Field, WholeNumberField } from '../../../http/body/fields.js';
import { readLater, readObject } from '../../../http/body/readers.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import type { RecordTrial } from '../../connector/record-trial.js';

const mapping = {
  version: 1,
  kind: 'visit',
  match: [{ status: 'active' }],
  key: { path: '/id' },
  fields: { email: { path: '/mail', transform: ['email'] } },
};

@BodyExample({ mapping, payload: { id: 7, mail: 'Ada@example.com' } })
export class MappingTrialInputDto {
  /** Mapping document to try instead of the saved one. */
  @Field(readObject, { selfRequired: false, type: 'object', additionalProperties: true, example: mapping })
  mapping?: Record<string, unknown>;

  /** A message, as JSON or as its text; where there is none, the latest that are stored, else the document's sample. */
  @Field(readLater, {
    required: false,
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }, { type: 'array', items: {} }],
  })
  payload?: unknown;

  /** Of how many records; 3 where nothing is said. */
  @WholeNumberField(1, 10, { required: false })
  limit?: number;
}

/** One value of the document. */
export class MappedValueDto {
  /** Its place in the document: `key`, `key/1`, `record_version`, `fields/last_name`. */
  place: string;
  /** As text; a list's members are parted by commas. Null: there is none. */
  value: string | null;
  /** Why it cannot be read. */
  detail: string | null;
}

/** What the document makes of one record. */
export class MappedRecordDto {
  /** The stored message that it is of; null: of the one that was given, or of the sample. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  event_id: string | null;
  /** Null: it could not be read. */
  key: string | null;
  /** What it comes to: facts, somebody gone, nothing, or a record that cannot be understood. */
  @ApiProperty({ enum: ['record', 'removed', 'ignored', 'problem'] })
  outcome: string;
  /** Of a record: the state that the rule gives it. */
  status: string | null;
  /** Why it is ignored or not understood. */
  detail: string | null;
  /** In the order of the document: key, version, fields. */
  values: MappedValueDto[];
}

export class MappingTrialDto {
  /** The latest first, one for each key. */
  records: MappedRecordDto[];
}

export function mappedRecordDto({ change, values }: RecordTrial, eventId: string | null): MappedRecordDto {
  const about = { event_id: eventId, values: [...values], key: null, status: null, detail: null };
  switch (change.kind) {
    case 'record': {
      const { key, facts } = change.record;
      return { ...about, key, outcome: 'record', status: facts.status };
    }
    case 'malformed':
      return { ...about, key: change.problem.key ?? null, outcome: 'problem', detail: change.problem.detail };
    case 'ignored':
      return { ...about, outcome: 'ignored', detail: change.reason };
    default:
      return { ...about, key: 'key' in change ? change.key : null, outcome: 'removed' };
  }
}
