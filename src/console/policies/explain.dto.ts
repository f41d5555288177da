import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, IsUUID, Length } from 'class-validator';
import { IsInstant, IsName, MayBeAbsent } from '../../http/body/field-rules.js';
import { GroupPolicyDto } from '../user-groups/group-policy.dto.js';
import { authMethods } from './policy.js';

/** Who (username, user_id or mac), where and when. What is left out is not known. */
export class ExplainInputDto {
  /** A user's name, or a voucher's code. */
  @MayBeAbsent()
  @IsName(253)
  @ApiProperty({ required: false, example: 'eva@example.com' })
  username?: string;

  /** In place of `username`. */
  @MayBeAbsent()
  @IsUUID()
  user_id?: string;

  /** In any notation. Without username and user_id: the device signs in by its address. */
  @MayBeAbsent()
  @IsString()
  @Length(1, 40)
  @ApiProperty({ required: false, example: '3C-22-FB-4A-10-9E' })
  mac?: string;

  /** Name of the Wi-Fi network; case matters. */
  @MayBeAbsent()
  @IsName(32)
  @ApiProperty({ required: false, example: 'Lindenhof' })
  ssid?: string;

  /** How the sign-in would be proven. */
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
  /** User name, code, MAC address or name, as the record has it. */
  name: string;
}

class ReasonDto {
  /** As in the authentication log. */
  @ApiProperty({ example: 'outside_hours' })
  code: string;
  /** For people. */
  detail: string;
}

class MatchedPolicyDto extends NamedDto {
  /** Lower first. */
  @ApiProperty({ type: 'integer' })
  priority: number;
  /** What it does with the sign-in. */
  @ApiProperty({ enum: ['permit', 'deny'] })
  effect: string;
  /** The first one decides. */
  decisive: boolean;
}

class ReplySourceDto {
  /** Name of the entry. */
  @ApiProperty({ example: 'session_timeout' })
  entry: string;
  /**
   * group: the group's policy. policy: a policy that matched. valid_until, login_time: what is left of the time
   * shortens it.
   */
  @ApiProperty({ enum: ['group', 'policy', 'valid_until', 'login_time'] })
  from: string;
  /** Which policy; null: it is not from one. */
  policy_id: string | null;
}

class ExplainedAttributeDto {
  /** Name in the RADIUS dictionary. */
  @ApiProperty({ example: 'Tunnel-Private-Group-Id' })
  attribute: string;
  /** Operator of FreeRADIUS. */
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
  /** radcheck: of the user. radgroupcheck: of the group. */
  @ApiProperty({ enum: ['radgroupcheck', 'radcheck'] })
  from: string;
}

export class ExplanationDto {
  /** What would happen to the sign-in. */
  @ApiProperty({ enum: ['permit', 'deny'] })
  decision: string;
  /** Code of the first reason against it; null when permitted. */
  reason: string | null;
  /** Everything against it, in the order in which it is looked at; empty: permitted. */
  reasons: ReasonDto[];
  /** Null: not a user. */
  user: NamedDto | null;
  /** Null: not a voucher. */
  voucher: NamedDto | null;
  /** Null: no registered device. */
  device: NamedDto | null;
  /** The group whose policy holds; null: none. */
  group: NamedDto | null;
  /** The instant that was looked at. */
  at: string;
  /** IANA name, in which times of day are read. */
  time_zone: string;
  /** Policies whose conditions hold, in order. */
  matched: MatchedPolicyDto[];
  /** What the session would get. */
  reply: GroupPolicyDto;
  /** Where each entry of `reply` comes from. */
  sources: ReplySourceDto[];
  /**
   * What an Access-Accept carries: the reply in the words of the client's vendor where the client is known, and what
   * attributes say beside or instead of it.
   */
  radius: GivenAttributeDto[];
  /**
   * What the request must bring besides; whether it does is only seen when it comes. One that does not:
   * attribute_mismatch.
   */
  checks: AskedAttributeDto[];
}
