import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, ProseField, TextField, WholeNumberField, OneOfField } from '../../http/body/fields.js';
import { readFlag } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { answerOf } from '../crud/answer-of.js';
import { GroupPolicyDto, GroupPolicyInputDto } from '../user-groups/group-policy.dto.js';
import { conditionList, mostConditions, policyReply } from './policy-fields.js';
import { policyTable } from './policy.entity.js';
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

@BodyExample({
  name: 'Staff only at night',
  description: 'Staff networks are closed at night',
  effect: 'deny',
  priority: 10,
  conditions: [{ field: 'time', op: 'in', value: 'Wk2200-0600' }],
})
export class PolicyInputDto {
  /** Unique without regard to case. */
  @TextField(128, { example: 'Staff only at night' })
  name: string;

  /**
   * permit: lets in, with `reply`. deny: refuses. The first policy that matches decides; where none does, whoever is
   * known is let in.
   */
  @OneOfField(['permit', 'deny'])
  effect: string;

  /** Your own note. */
  @ProseField(2000, { nullable: true, example: 'Staff networks are closed at night' })
  description?: string | null;

  /** Lower first; at the same number `deny` comes before `permit`. */
  @WholeNumberField(-1_000_000, 1_000_000, { required: false, default: 0 })
  priority?: number;

  /** False: it is left out. */
  @Field(enabled, { required: false, default: true })
  enabled?: boolean;

  /** all: every condition must hold. any: one is enough. */
  @OneOfField(['all', 'any'], { required: false, default: 'all' })
  match?: string;

  /** None: the policy is about everybody. */
  @Field(conditionList, { required: false, type: [ConditionDto], maxItems: mostConditions })
  conditions?: ConditionDto[];

  /** With `permit`: these entries take the place of the group's. */
  @Field(policyReply, { required: false, type: GroupPolicyInputDto })
  reply?: GroupPolicyInputDto;
}

@BodyExample({ name: 'Night closing', conditions: [{ field: 'time', op: 'in', value: 'Wk2200-0600' }] })
export class PolicyChangeDto extends PartialType(PolicyInputDto, { skipNullProperties: false }) {}

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

const answer = answerOf<Omit<PolicyDto, '_links'>>(policyTable);

export function policyDto(policy: Policy): Omit<PolicyDto, '_links'> {
  return { ...answer(policy), enabled: policy.enabled };
}

function enabled(value: unknown): unknown {
  return typeof value === 'boolean' ? value : readFlag(value);
}
