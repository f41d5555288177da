import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, IsUUID, Length } from 'class-validator';
import { IsInstant, IsName, MayBeAbsent } from '../../http/body/field-rules.js';
import { GroupPolicyDto } from '../user-groups/user-group.dto.js';
import { authMethods } from './policy.js';

/** Who (username, user_id or mac), where and when. What is left out is not known. */
export class ExplainInputDto {
  /** A user's name, or a voucher's code. */
  @MayBeAbsent()
  @IsName(253)
  @ApiProperty({ required: false, example: 'eva@example.com' })
  username?: string;

  @MayBeAbsent()
  @IsUUID()
  user_id?: string;

  /** In any notation. Without username and user_id: the device signs in by its address. */
  @MayBeAbsent()
  @IsString()
  @Length(1, 40)
  @ApiProperty({ required: false, example: '3C-22-FB-4A-10-9E' })
  mac?: string;

  @MayBeAbsent()
  @IsName(32)
  @ApiProperty({ required: false, example: 'Lindenhof' })
  ssid?: string;

  @MayBeAbsent()
  @IsIn(authMethods, { message: `must be one of ${authMethods.join(', ')}` })
  @ApiProperty({ required: false, enum: authMethods })
  auth_method?: string;

  /** Short name or address of the access point; its other one is looked up in the networks. */
  @MayBeAbsent()
  @IsName(128)
  @ApiProperty({ required: false, example: 'lobby' })
  client?: string;

  /** Where no device is registered under the MAC address. */
  @MayBeAbsent()
  @IsName(64)
  @ApiProperty({ required: false, example: 'phone' })
  device_type?: string;

  /** Now where absent. */
  @MayBeAbsent()
  @IsInstant()
  at?: string;
}

class NamedDto {
  id: string;
  name: string;
}

class ReasonDto {
  /** As in the authentication log. */
  @ApiProperty({ example: 'outside_hours' })
  code: string;
  detail: string;
}

class MatchedPolicyDto extends NamedDto {
  @ApiProperty({ type: 'integer' })
  priority: number;
  @ApiProperty({ enum: ['permit', 'deny'] })
  effect: string;
  /** The first one decides. */
  decisive: boolean;
}

class ReplySourceDto {
  /** Name of the entry. */
  @ApiProperty({ example: 'session_timeout' })
  entry: string;
  @ApiProperty({ enum: ['group', 'policy', 'valid_until', 'login_time'] })
  from: string;
  policy_id: string | null;
}

class ExplainedAttributeDto {
  @ApiProperty({ example: 'Tunnel-Private-Group-Id' })
  attribute: string;
  @ApiProperty({ example: ':=' })
  op: string;
  /** Null: a secret, which is never shown. */
  @ApiProperty({ type: 'string', nullable: true, example: '20' })
  value: string | null;
}

class GivenAttributeDto extends ExplainedAttributeDto {
  /** The reply above, or one of the older form's tables of attributes. */
  @ApiProperty({ enum: ['reply', 'radgroupreply', 'radreply'] })
  from: string;
}

class AskedAttributeDto extends ExplainedAttributeDto {
  @ApiProperty({ enum: ['radgroupcheck', 'radcheck'] })
  from: string;
}

export class ExplanationDto {
  @ApiProperty({ enum: ['permit', 'deny'] })
  decision: string;
  /** Code of the first reason against it; null when permitted. */
  reason: string | null;
  reasons: ReasonDto[];
  user: NamedDto | null;
  voucher: NamedDto | null;
  device: NamedDto | null;
  group: NamedDto | null;
  at: string;
  time_zone: string;
  matched: MatchedPolicyDto[];
  reply: GroupPolicyDto;
  sources: ReplySourceDto[];
  /** What an Access-Accept carries: the reply in the words of the client's vendor where the client is known, and what attributes say beside or instead of it. */
  radius: GivenAttributeDto[];
  /** What the request must bring besides; whether it does is only seen when it comes. One that does not: attribute_mismatch. */
  checks: AskedAttributeDto[];
}
