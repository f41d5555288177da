import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { GroupPolicyDto, GroupPolicyInputDto } from '../user-groups/group-policy.dto.js';
import { conditionFields, conditionOperators, type Policy } from './policy.js';

export class ConditionDto {
  /**
   * group: the user's or device's. ssid: the network's name. auth_method: how the sign-in is proven. device_type: of
   * the registered device. time: now. client: the access point.
   */
  @ApiProperty({ enum: conditionFields, enumName: 'PolicyConditionField' })
  field: string;

  /**
   * `time` takes in, not_in, gt, gte, lt, lte; the others eq, ne, in, not_in, and like but for group and auth_method.
   */
  @ApiProperty({ enum: conditionOperators, enumName: 'PolicyConditionOperator' })
  op: string;

  /**
   * A list with `in` and `not_in`, else a text. group: ids of user groups. time: `Wk0800-1800` (FreeRADIUS Login-Time,
   * local) with in and not_in, else an instant. client: short name, address or network of the access point.
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], example: 'Wk0800-1800' })
  value: string | string[];
}

class PolicyFieldsDto {
  /** Your own note. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: 2000,
    example: 'Staff networks are closed at night',
  })
  description?: string | null;

  /** Lower first; at the same number `deny` comes before `permit`. */
  @ApiProperty({ required: false, type: 'integer', minimum: -1_000_000, maximum: 1_000_000, default: 0 })
  priority?: number;

  /** False: it is left out. */
  @ApiProperty({ required: false, default: true })
  enabled?: boolean;

  /** all: every condition must hold. any: one is enough. */
  @ApiProperty({ required: false, enum: ['all', 'any'], default: 'all' })
  match?: string;

  /** None: the policy is about everybody. */
  @ApiProperty({ required: false, type: [ConditionDto], maxItems: 50 })
  conditions?: ConditionDto[];

  /** With `permit`: these entries take the place of the group's. */
  @ApiProperty({ required: false, type: GroupPolicyInputDto })
  reply?: GroupPolicyInputDto;
}

@BodyExample({
  name: 'Staff only at night',
  description: 'Staff networks are closed at night',
  effect: 'deny',
  priority: 10,
  conditions: [{ field: 'time', op: 'in', value: 'Wk2200-0600' }],
})
export class PolicyInputDto extends PolicyFieldsDto {
  /** Unique without regard to case. */
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'Staff only at night' })
  name: string;

  /**
   * permit: lets in, with `reply`. deny: refuses. The first policy that matches decides; where none does, whoever is
   * known is let in.
   */
  @ApiProperty({ enum: ['permit', 'deny'] })
  effect: string;
}

@BodyExample({ name: 'Night closing', conditions: [{ field: 'time', op: 'in', value: 'Wk2200-0600' }] })
export class PolicyChangeDto extends PolicyFieldsDto {
  @ApiProperty({ required: false, minLength: 1, maxLength: 128, example: 'Night closing' })
  name?: string;

  @ApiProperty({ required: false, enum: ['permit', 'deny'] })
  effect?: string;
}

export class PolicyDto extends LinksDto {
  id: string;
  name: string;
  description: string | null;
  @ApiProperty({ type: 'integer' })
  priority: number;
  enabled: boolean;
  @ApiProperty({ enum: ['all', 'any'] })
  match: string;
  conditions: ConditionDto[];
  @ApiProperty({ enum: ['permit', 'deny'] })
  effect: string;
  reply: GroupPolicyDto;
  created_at: string;
  updated_at: string;
}

class EmbeddedPoliciesDto {
  policies: PolicyDto[];
}

export class PolicyPageDto extends PageDto {
  _embedded: EmbeddedPoliciesDto;
}

export function policyDto({
  id,
  name,
  description,
  priority,
  enabled,
  match,
  conditions,
  effect,
  reply,
  createdAt,
  updatedAt,
}: Policy): Omit<PolicyDto, '_links'> {
  return {
    id,
    name,
    description,
    priority,
    enabled,
    match,
    conditions: conditions as ConditionDto[],
    effect,
    reply,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
