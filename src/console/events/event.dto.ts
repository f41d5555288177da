import { ApiProperty } from '@nestjs/swagger';
import { authMethods } from '../policies/policy.js';
import { eventTypes, type EventType } from './event-types.js';
import { refusalReasons } from './refusals.js';

/** Body of every request to a webhook. Unknown values are null. */
export class EventDeviceDto {
  @ApiProperty({ nullable: true, type: String, description: 'Lower case with colons' })
  mac: string | null;

  /** For example phone: as registered, else as recognized from what the access point reports. Null if unknown. */
  type: string | null;
  /** For example iOS 18; from the same sources as `type`. */
  os: string | null;
}

export class EventUserDto {
  /** Name of the user, or a voucher's code. Null if unknown. */
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
  /** Short name of the client, or the access point's own name. Null if unknown. */
  name: string | null;
  /** Lower case with colons. Null if unknown. */
  mac: string | null;
}

export class EventDto {
  /** What happened. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType' })
  event: EventType;

  /** When it happened, UTC. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  /** The device concerned. */
  device: EventDeviceDto;
  /** The person or voucher concerned. */
  user: EventUserDto;
  /** Where it happened. */
  access_point: EventAccessPointDto;
}

/** auth.failed, auth.rejected */
export class RefusalEventDto extends EventDto {
  /** A sentence for people. */
  reason: string;

  /** A code for programs, as in the authentication log. */
  @ApiProperty({ example: 'wrong_password', description: `${Object.keys(refusalReasons).join(', ')}; more may come` })
  reason_code: string;
}

export class EventGuestDto {
  id: string | null;
  /** As the guest gave it. Null if not asked for. */
  first_name: string | null;
  /** As the guest gave it. Null if not asked for. */
  last_name: string | null;
  /** As the guest gave it. Null if not asked for. */
  email: string | null;
  /** As the guest gave it. Null if not asked for. */
  phone: string | null;
  /** Name of the captive portal. */
  captive_portal: string | null;
}

export class GuestEventDto extends EventDto {
  /** What guests said of themselves. */
  guest: EventGuestDto;
}

export class EventCertificateDto {
  id: string;
  /** Hexadecimal, lower case. */
  serial: string;
  /** Distinguished name. */
  subject: string;

  /** `authority`: the organization's own certificate authority, also announced 365 and 90 days before its end. */
  @ApiProperty({ enum: ['client', 'server', 'radsec', 'authority'] })
  usage: string;

  /** From then on it is no longer valid. */
  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  /** Whole days until then. */
  @ApiProperty({ type: 'integer' })
  days_left: number;
}

export class CertificateEventDto extends EventDto {
  /** The certificate that expires. */
  certificate: EventCertificateDto;
}

export class EventPolicyDto {
  id: string;
  /** Name of the policy. */
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

  /** The first of `rules`. Null if the policy denies everybody. */
  @ApiProperty({ nullable: true, type: EventRuleDto })
  rule: EventRuleDto | null;

  /** Every condition of the policy that held. */
  rules: EventRuleDto[];
}
