import { ApiProperty } from '@nestjs/swagger';
import { eventTypes, type EventType } from './event-types.js';

/** The body of every request to a webhook; what is not known is null. */
export class EventDeviceDto {
  @ApiProperty({ nullable: true, type: String, description: 'Lower case with colons' })
  mac: string | null;

  type: string | null;
  os: string | null;
}

export class EventUserDto {
  username: string | null;

  @ApiProperty({ nullable: true, type: String, description: 'PEAP, EAP-TLS, EAP-TTLS, PAP, MAC, captive_portal …' })
  auth_method: string | null;
}

export class EventAccessPointDto {
  name: string | null;
  mac: string | null;
}

export class EventDto {
  @ApiProperty({ enum: eventTypes, enumName: 'EventType' })
  event: EventType;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  device: EventDeviceDto;
  user: EventUserDto;
  access_point: EventAccessPointDto;
}

/** auth.failed, auth.rejected */
export class RefusalEventDto extends EventDto {
  /** For people. */
  reason: string;
  /** For programs. */
  reason_code: string;
}

export class EventGuestDto {
  id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  /** Name of the captive portal. */
  captive_portal: string | null;
}

export class GuestEventDto extends EventDto {
  guest: EventGuestDto;
}

export class EventCertificateDto {
  id: string;
  serial: string;
  subject: string;

  /** authority: the organization's own certificate authority, announced 365 and 90 days before its end, too. */
  @ApiProperty({ enum: ['client', 'server', 'authority'] })
  usage: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({ type: 'integer' })
  days_left: number;
}

export class CertificateEventDto extends EventDto {
  certificate: EventCertificateDto;
}

export class EventPolicyDto {
  id: string;
  name: string;
}

export class EventRuleDto {
  field: string;
  op: string;

  @ApiProperty({ description: 'As in the policy\'s condition', oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }] })
  value: unknown;
}

export class PolicyEventDto extends EventDto {
  policy: EventPolicyDto;
  rule: EventRuleDto;
}
