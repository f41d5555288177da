import { ApiProperty } from '@nestjs/swagger';
import { Field, IdField, VerbatimField, WholeNumberField } from '../../../http/body/fields.js';
import { readEmail, readListOf, readOneOf } from '../../../http/body/readers.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { personalFields } from '../../connection/kept-fields.js';

/** One of the first three. */
@BodyExample({ email: 'eva@example.com' })
export class PersonQueryDto {
  /** One of the person's records. */
  @IdField({ required: false })
  subject_id?: string;

  /** The person's e-mail address, without regard to case. */
  @Field(readEmail, { required: false, type: String, format: 'email', maxLength: 254 })
  email?: string;

  /** Name of an account of the person, without regard to case. */
  @VerbatimField(253, { required: false })
  username?: string;

  /** First and last name, where several people have that address or account: the refusal names them in `people`. */
  @VerbatimField(401, { required: false })
  name?: string;
}

export class ErasureDto extends LinksDto {
  id: string;
  /** Keyed hash of what the person was asked for by. */
  person: string;
  /** `ending`: access is being taken away, everything else follows. */
  @ApiProperty({ enum: ['ending', 'auditing', 'done'] })
  status: string;
  /** Rows that were erased or made nobody's, by kind. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  counts: Record<string, number>;
  /** What it waits for. */
  problem: string | null;
  created_at: string;
  /** When nothing of the person was left; null: not yet. */
  done_at: string | null;
}

class EmbeddedErasuresDto {
  erasures: ErasureDto[];
}

export class ErasurePageDto extends PageDto {
  _embedded: EmbeddedErasuresDto;
}

export class PersonExportDto {
  /** When it was put together. */
  exported_at: string;
  /** Rows by kind, at most 10,000 of each. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } })
  data: Record<string, object[]>;
}

export class ConnectionPrivacyChangeDto {
  /** Personal fields of the facts that are kept; others are dropped before anything is stored. Null: all. */
  @Field(readListOf(readOneOf(personalFields), 0, personalFields.length), {
    nullable: true,
    isArray: true,
    enum: personalFields,
    example: ['last_name', 'email'],
  })
  fields?: string[] | null;

  /** Days for which messages of the outside are kept once absorbed, at most 30; 0: until the next hour. Null: 30. */
  @WholeNumberField(0, 30, { nullable: true })
  payload_days?: number | null;
}

export class ConnectionPrivacyDto {
  /** The connection that it holds for. */
  connection_id: string;
  @ApiProperty({ nullable: true, isArray: true, enum: personalFields })
  fields: string[] | null;
  @ApiProperty({ nullable: true, type: 'integer' })
  payload_days: number | null;
}
