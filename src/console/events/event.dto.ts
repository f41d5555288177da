import { ApiProperty } from '@nestjs/swagger';
import { authMethods } from '../policies/policy.js';
import { eventTypes, type EventType } from './event-types.js';
import { refusalReasons } from './refusals.js';

/** The body of every request to a webhook; what is not known is null. */
export class EventDeviceDto {
  @ApiProperty({ nullable: true, type: String, description: 'Lower case with colons' })
  mac: string | null;

  /** Such as phone: as registered, else as recognized from what the access point says; null: not known. */
  type: string | null;
  /** Such as iOS 18; as `type`. */
  os: string | null;
}

export class EventUserDto {
  /** Name of the user, or a voucher's code; null: nobody is known. */
  username: string | null;

  @ApiProperty({
    nullable: true,
    type: String,
    description: `${authMethods.join(', ')} (a device that signs in by its address); more may come`,
    example: 'PEAP',
  })
  auth_method: string | null;
}

export class EventAccessPointDto {
  /** Short name of the client, or what the access point calls itself; null: not known. */
  name: string | null;
  /** Lower case with colons; null: not known. */
  mac: string | null;
}

export class EventDto {
  /** What happened. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType' })
  event: EventType;

  /** When it happened, UTC. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  /** The device that it is about. */
  device: EventDeviceDto;
  /** Who it is about. */
  user: EventUserDto;
  /** Where it happened. */
  access_point: EventAccessPointDto;
}

/** auth.failed, auth.rejected */
export class RefusalEventDto extends EventDto {
  /** For people. */
  reason: string;

  /** For programs, as in the authentication log. */
  @ApiProperty({ example: 'wrong_password', description: `${Object.keys(refusalReasons).join(', ')}; more may come` })
  reason_code: string;
}

export class EventGuestDto {
  id: string | null;
  /** As the guest gave it; null: not asked for. */
  first_name: string | null;
  /** As the guest gave it; null: not asked for. */
  last_name: string | null;
  /** As the guest gave it; null: not asked for. */
  email: string | null;
  /** As the guest gave it; null: not asked for. */
  phone: string | null;
  /** Name of the captive portal. */
  captive_portal: string | null;
}

export class GuestEventDto extends EventDto {
  /** What the guest said of themselves. */
  guest: EventGuestDto;
}

export class EventCertificateDto {
  id: string;
  /** Hexadecimal, lower case. */
  serial: string;
  /** Distinguished name. */
  subject: string;

  /** authority: the organization's own certificate authority, announced 365 and 90 days before its end, too. */
  @ApiProperty({ enum: ['client', 'server', 'authority'] })
  usage: string;

  /** From then on it is not accepted. */
  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  /** Whole days until then. */
  @ApiProperty({ type: 'integer' })
  days_left: number;
}

export class CertificateEventDto extends EventDto {
  /** The certificate that ends. */
  certificate: EventCertificateDto;
}

export class EventPolicyDto {
  id: string;
  /** What people call the policy. */
  name: string;
}

/** A condition of the policy, as the policy has it. */
export class EventRuleDto {
  /** As in the policy's condition. */
  @ApiProperty({ example: 'time' })
  field: string;

  /** As in the policy's condition. */
  @ApiProperty({ example: 'not_in' })
  op: string;

  @ApiProperty({
    description: "As in the policy's condition",
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }],
  })
  value: unknown;
}

export class PolicyEventDto extends EventDto {
  /** The policy that refused. */
  policy: EventPolicyDto;

  /** The first of `rules`; null where the policy denies everybody. */
  @ApiProperty({ nullable: true, type: EventRuleDto })
  rule: EventRuleDto | null;

  /** Every condition of the policy that held. */
  rules: EventRuleDto[];
}
