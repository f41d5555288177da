import { ApiProperty } from '@nestjs/swagger';
import { IdField, InstantField, OneOfField, TextField, VerbatimField } from '../../http/body/fields.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { GroupPolicyDto } from '../user-groups/group-policy.dto.js';
import { authMethods } from './policy.js';

/** Who (username, user_id or mac), where and when. What is left out is unknown. */
@BodyExample({ username: 'eva@example.com', ssid: 'Lindenhof', client: 'lobby' })
export class ExplainInputDto {
  /** A user's name, or a voucher's code. */
  @TextField(253, { required: false, example: 'eva@example.com' })
  username?: string;

  /** Instead of `username`. */
  @IdField({ required: false })
  user_id?: string;

  /** In any notation. Without username and user_id, the device itself signs in by its address. */
  @TextField(40, { required: false, example: '3C-22-FB-4A-10-9E' })
  mac?: string;

  /** Name of the Wi-Fi network; case matters. */
  @VerbatimField(32, { required: false, example: 'Lindenhof' })
  ssid?: string;

  /** How the user proves who they are. */
  @OneOfField(authMethods, { required: false })
  auth_method?: string;

  /** Short name or address of the access point. The other is looked up in the networks. */
  @TextField(128, { required: false, example: 'lobby' })
  client?: string;

  /** If no device is registered under the MAC address. */
  @TextField(64, { required: false, example: 'phone' })
  device_type?: string;

  /** Now if absent. */
  @InstantField({ required: false })
  at?: string;
}

class NamedDto {
  id: string;
  /** User name, code, MAC address or name, as stored. */
  name: string;
}

class ReasonDto {
  /** A code, as in the authentication log. */
  @ApiProperty({ example: 'outside_hours' })
  code: string;
  /** A sentence for people. */
  detail: string;
}

class MatchedPolicyDto extends NamedDto {
  /** Lower numbers come first. */
  @ApiProperty({ type: 'integer' })
  priority: number;
  /** Whether it permits or denies. */
  @ApiProperty({ enum: ['permit', 'deny'] })
  effect: string;
  /** The first matching policy decides. */
  decisive: boolean;
}

class ReplySourceDto {
  /** Name of the entry. */
  @ApiProperty({ example: 'session_timeout' })
  entry: string;
  /**
   * `group`: the group's policy. `policy`: a matching policy. `valid_until`, `login_time`: shortened to the time that
   * is left.
   */
  @ApiProperty({ enum: ['group', 'policy', 'valid_until', 'login_time'] })
  from: string;
  /** Id of the policy. Null if it comes from none. */
  policy_id: string | null;
}

class ExplainedAttributeDto {
  /** Name in the RADIUS dictionary. */
  @ApiProperty({ example: 'Tunnel-Private-Group-Id' })
  attribute: string;
  /** FreeRADIUS operator. */
  @ApiProperty({ example: ':=' })
  op: string;
  /** Null for a secret, which is never shown. */
  @ApiProperty({ type: 'string', nullable: true, example: '20' })
  value: string | null;
}

class GivenAttributeDto extends ExplainedAttributeDto {
  /** The reply above, one of the older form's attribute tables, or the gateway's record (where to, which role). */
  @ApiProperty({ enum: ['reply', 'radgroupreply', 'radreply', 'gateway'] })
  from: string;
}

class AskedAttributeDto extends ExplainedAttributeDto {
  /** radcheck belongs to the user, radgroupcheck to the group. */
  @ApiProperty({ enum: ['radgroupcheck', 'radcheck'] })
  from: string;
}

class LedToDto {
  /** The gateway whose redirect or role applies. */
  @ApiProperty({ type: NamedDto, nullable: true })
  gateway: NamedDto | null;
  /** Null: the gateway has none. */
  @ApiProperty({ type: NamedDto, nullable: true })
  captive_portal: NamedDto | null;
}

export class ExplanationDto {
  /** The outcome of the sign-in. */
  @ApiProperty({ enum: ['permit', 'deny'] })
  decision: string;
  /** Code of the first reason against it. Null if permitted. */
  reason: string | null;
  /** Every reason against it, in the order of checking. Empty if permitted. */
  reasons: ReasonDto[];
  /** Null if it is not a user. */
  user: NamedDto | null;
  /** Null if it is not a voucher. */
  voucher: NamedDto | null;
  /** Null if it is not a registered device. */
  device: NamedDto | null;
  /** The group whose policy applies. Null: none. */
  group: NamedDto | null;
  /** The time that was evaluated. */
  at: string;
  /** Zone of the hours, an IANA name. */
  time_zone: string;
  /** Policies whose conditions hold, in order. */
  matched: MatchedPolicyDto[];
  /** What the session would get. */
  reply: GroupPolicyDto;
  /** Source of each entry of `reply`. */
  sources: ReplySourceDto[];
  /**
   * An unknown device at a gateway that knows guests by their device's address: let in no further than to this portal.
   * Null: it is not.
   */
  @ApiProperty({ type: LedToDto, nullable: true })
  led_to: LedToDto | null;
  /**
   * What an Access-Accept carries: the reply in the attributes of the client's vendor, if the client is known, and what
   * stored attributes add to it or replace.
   */
  radius: GivenAttributeDto[];
  /** What the request must also contain. Known only when it arrives; a mismatch is refused as attribute_mismatch. */
  checks: AskedAttributeDto[];
}
