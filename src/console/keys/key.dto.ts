import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IdField, InstantField, TextField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { answerOf } from '../crud/answer-of.js';
import { PermissionsField } from '../roles/permissions-field.js';
import { keyTable } from './key.entity.js';
import type { Key } from './key.js';

/** Either `role_id` or `permissions`. Neither may exceed the caller's own. */
@BodyExample({
  name: 'Front desk script',
  permissions: ['users:read', 'users:write'],
  expires_at: '2030-01-01T00:00:00Z',
})
export class KeyInputDto {
  /** The name that people know it by. */
  @TextField(200, { example: 'Front desk script' })
  name: string;

  /** The key has the role's permissions, also after the role changes. */
  @IdField({ required: false, example: '00000000-0000-7000-8000-000000000103' })
  role_id?: string;

  /** `<area>:read` and `<area>:write`. */
  @PermissionsField({ required: false })
  permissions?: string[];

  /** When the key expires. Absent or null: never. */
  @InstantField({ nullable: true, example: '2030-01-01T00:00:00Z' })
  expires_at?: string | null;
}

/** `role_id` replaces `permissions`, and the other way round. */
@BodyExample({ name: 'Door system', permissions: ['users:read'] })
export class KeyChangeDto extends PartialType(KeyInputDto, { skipNullProperties: false }) {}

export class KeyDto extends LinksDto {
  id: string;
  name: string;
  /** First characters of the token. */
  prefix: string;
  /** Its role. Null if it has permissions of its own. */
  role_id: string | null;
  /** Its own permissions. Null if it has a role. */
  permissions: string[] | null;
  expires_at: string | null;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** Who made it: an operator, or another key. Null: it was made by the first start. */
  @ApiProperty({ enum: ['operator', 'key', 'connection', 'system'], nullable: true, example: 'operator' })
  made_by_kind: string | null;
  /** Of that operator or key, who may be gone by now: the key goes on. */
  made_by_id: string | null;
  /** Her name, or its name, of then. */
  made_by_name: string | null;
  created_at: string;
  updated_at: string;
}

export class NewKeyDto extends KeyDto {
  /** The token. Shown in this answer only. */
  token: string;
}

class EmbeddedKeysDto {
  keys: KeyDto[];
}

export class KeyPageDto extends PageDto {
  _embedded: EmbeddedKeysDto;
}

export const keyDto: (key: Key) => Omit<KeyDto, '_links'> = answerOf(keyTable);
