import { ApiProperty } from '@nestjs/swagger';
import { IdField, TextField, VerbatimField } from '../../http/body/fields.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { longestPassword } from '../operators/operator-passwords.js';

@BodyExample({ email: 'anna@example.com' })
export class PasswordResetDto {
  /** The operator's, without regard to case. */
  @TextField(254, { example: 'anna@example.com' })
  email: string;

  /** Which one is meant by an operator of several. */
  @IdField({ required: false })
  organization_id?: string;
}

export class AskedResetDto {
  /**
   * 1: a mail is on its way, if there is such an operator. 0: this installation sends no mail: ask to be invited anew.
   */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  mail: number;
}

export class ResetAcceptanceDto {
  /** What the link in the mail ends in. */
  @VerbatimField(200, { writeOnly: true, example: 'reset_…' })
  token: string;

  /** 12 characters or more. */
  @VerbatimField(longestPassword, { writeOnly: true, example: 'correct horse battery staple' })
  password: string;
}
