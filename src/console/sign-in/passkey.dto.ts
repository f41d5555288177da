import { ApiProperty } from '@nestjs/swagger';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Field, TextField } from '../../http/body/fields.js';
import { readObject, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Passkey } from '../passkeys/passkeys.repository.js';

const longestAnswer = 20_000;

/** The browser's answer, by `PublicKeyCredential.toJSON()`. */
export function readPasskeyAnswer(value: unknown): unknown {
  const answer = readObject(value);
  if (answer instanceof Wrong) return answer;
  const { id, rawId, type, response } = answer as Record<string, unknown>;
  const isAnswer =
    typeof id === 'string' &&
    rawId === id &&
    type === 'public-key' &&
    typeof response === 'object' &&
    response !== null;
  if (!isAnswer || JSON.stringify(answer).length > longestAnswer)
    return new Wrong('must be what PublicKeyCredential.toJSON() gives');
  return answer;
}

const answerField = {
  type: 'object',
  additionalProperties: true,
  description: 'What `PublicKeyCredential.toJSON()` makes of the answer of the browser',
  example: { id: 'pPqw…', rawId: 'pPqw…', type: 'public-key', response: {}, clientExtensionResults: {} },
} as const;

export function PasskeyAnswerField(more: { readonly required?: boolean } = {}): PropertyDecorator {
  return Field(readPasskeyAnswer, { ...answerField, selfRequired: more.required ?? true } as never);
}

export class PasskeyInputDto {
  /** The operator's name for the device. */
  @TextField(100, { example: 'Phone of Anna' })
  name: string;

  /** The answer to the options of `POST /sessions/current/passkeys/options`. */
  @PasskeyAnswerField()
  response: RegistrationResponseJSON;
}

export class PasskeyNameDto {
  /** The operator's name for the device. */
  @TextField(100, { required: false, example: 'Phone of Anna' })
  name?: string;
}

export class PasskeySignInDto {
  /** The answer to the options of `POST /sessions/passkey/options`. */
  @PasskeyAnswerField()
  response: AuthenticationResponseJSON;
}

/** For the browser, which takes more of it than a program needs to know: Web Authentication, sections 5.4 and 5.5. */
export const passkeyOptions = {
  type: 'object' as const,
  required: ['challenge'],
  additionalProperties: true,
  properties: {
    challenge: {
      type: 'string' as const,
      description: 'Random, bound to its purpose, usable once within 5 minutes',
      example: 'djEuMWYyZTNkNGMu…',
    },
  },
};

export class PasskeyDto extends LinksDto {
  id: string;
  name: string;
  /** 1: the device's maker syncs it to other devices of the operator. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  backed_up: number;
  /** Null: never used. */
  last_used_at: string | null;
  created_at: string;
}

class EmbeddedPasskeysDto {
  passkeys: PasskeyDto[];
}

export class PasskeyPageDto extends PageDto {
  _embedded: EmbeddedPasskeysDto;
}

export function passkeyDto({ id, name, backedUp, lastUsedAt, createdAt }: Passkey): Omit<PasskeyDto, '_links'> {
  return { id, name, backed_up: Number(backedUp), last_used_at: lastUsedAt, created_at: createdAt };
}
