import { ApiProperty } from '@nestjs/swagger';
import { IdField } from '../../http/body/fields.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { GroupPolicyDto } from '../user-groups/group-policy.dto.js';
import type { Evaluation } from './evaluate-policies.js';
import { PolicyInputDto } from './policy.dto.js';
import type { PolicyImpact } from './policy-impact.js';

@BodyExample({
  name: 'Staff only at night',
  effect: 'deny',
  conditions: [{ field: 'time', op: 'in', value: 'Wk2200-0600' }],
})
export class PolicyImpactInputDto extends PolicyInputDto {
  /** The policy that it would change; null: a new one. */
  @IdField({ required: false, nullable: true })
  replaces?: string | null;
}

class ImpactDecisionDto {
  /** Whether it is let in. */
  @ApiProperty({ enum: ['permit', 'deny'] })
  decision: string;
  /** Code of the first reason against it; null: permitted. */
  reason: string | null;
  /** The reply for the session. */
  reply: GroupPolicyDto;
}

class ImpactLoginDto {
  /** When it happened. */
  at: string;
  /** The network's name. */
  ssid: string | null;
  /** PAP, PEAP, MAC … */
  auth_method: string | null;
  /** Short name of the access point. */
  client: string | null;
}

class ChangedUserDto {
  /** The user. */
  user_id: string;
  /** The name with which it signs in. */
  username: string;
  /** As the user has it. */
  first_name: string | null;
  /** As the user has it. */
  last_name: string | null;
  /** By the present rules. */
  before: ImpactDecisionDto;
  /** With the policy. */
  after: ImpactDecisionDto;
  /** The sign-in used for the comparison; null: none within 30 days, so network and method are unknown. */
  @ApiProperty({ type: ImpactLoginDto, nullable: true })
  login: ImpactLoginDto | null;
}

export class PolicyImpactDto {
  /** The time that was evaluated. */
  at: string;
  /** Number of users in the organization. */
  @ApiProperty({ type: 'integer' })
  users: number;
  /** How many were compared: all, or 20,000 of them, chosen by a hash of their ids. */
  @ApiProperty({ type: 'integer' })
  examined: number;
  /** The counts are of a sample. */
  sampled: boolean;
  /** Users to whose sign-in the policy applies, whether or not it changes the result. */
  @ApiProperty({ type: 'integer' })
  concerned: number;
  /** Let in now, refused with the policy. */
  @ApiProperty({ type: 'integer' })
  denied: number;
  /** Refused now, let in with the policy. */
  @ApiProperty({ type: 'integer' })
  permitted: number;
  /** Let in both times, with another reply. */
  @ApiProperty({ type: 'integer' })
  replied: number;
  /** Up to 50 of the users for whom something changes. */
  @ApiProperty({ isArray: true, type: ChangedUserDto })
  changed: ChangedUserDto[];
}

export function policyImpactDto(impact: PolicyImpact): PolicyImpactDto {
  const { at, population, examined, concerned, denied, permitted, replied, changed } = impact;
  return {
    at,
    users: population,
    examined,
    sampled: examined < population,
    concerned,
    denied,
    permitted,
    replied,
    changed: changed.map(({ examined: { id, username, firstName, lastName, login }, before, after }) => ({
      user_id: id,
      username,
      first_name: firstName,
      last_name: lastName,
      before: decisionDto(before),
      after: decisionDto(after),
      login: login && {
        at: login.at,
        ssid: login.ssid,
        auth_method: login.authMethod,
        client: login.client?.name ?? null,
      },
    })),
  };
}

function decisionDto({ decision, reasons, reply }: Evaluation): ImpactDecisionDto {
  return { decision, reason: reasons[0]?.code ?? null, reply };
}
