import { ApiProperty } from '@nestjs/swagger';
import { ArrayMinSize, IsBoolean, IsIn, IsInt, IsString, IsUUID, Matches, Max, Min, ValidateBy } from 'class-validator';
import { IsName, MayBeAbsent, MayBeNull } from '../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { IsHostNames } from '../certificates/certificate.dto.js';
import { mostValidityDays } from '../certificates/certificate.js';
import {
  type EapType,
  eapTypes,
  type InnerMethod,
  innerMethods,
  type Platform,
  platforms,
  type Profile,
} from './profile.js';
import type { ProfileFile } from './enrollment.js';
import { applyDecorators } from '@nestjs/common';

const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Who a file is for; where neither is said, the device asks. */
@BodyExample({ user_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6' })
export class ProfileFileInputDto {
  @MayBeNull()
  @IsUUID()
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    format: 'uuid',
    description: "Puts in the user's name; for EAP-TLS issues a certificate into the file",
  })
  user_id?: string | null;

  @MayBeNull()
  @IsUUID()
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    format: 'uuid',
    description: 'EAP-TLS: a certificate that the device holds already (windows, chromeos)',
  })
  certificate_id?: string | null;

  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostValidityDays)
  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 1,
    maximum: mostValidityDays,
    description: 'Of the certificate that is issued into the file',
  })
  validity_days?: number;
}

/** What a profile says beside the three that every one has. */
class ProfileOptionsDto extends ProfileFileInputDto {
  @MayBeAbsent()
  @IsName()
  @ApiProperty({
    required: false,
    minLength: 1,
    maxLength: 200,
    description: 'What devices show; absent: the SSID',
    example: 'Staff phones',
  })
  name?: string;

  @MayBeAbsent()
  @ArrayMinSize(1)
  @IsHostNames()
  @ApiProperty({
    required: false,
    type: [String],
    minItems: 1,
    maxItems: 20,
    description: "Servers that devices accept; absent: the organization's own server name",
    example: ['radius.example.com'],
  })
  server_names?: string[];

  @MayBeNull()
  @IsIn(innerMethods)
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    enum: innerMethods,
    description: 'EAP-TTLS: how the password goes through the tunnel; absent: PAP',
  })
  inner_method?: InnerMethod | null;

  @MayBeNull()
  @IsName(64)
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: 64,
    default: 'anonymous',
    description: "Shown outside the tunnel in place of the user's name; null: the name itself",
  })
  anonymous_identity?: string | null;

  @MayBeAbsent()
  @IsBoolean()
  @ApiProperty({ required: false, default: false, description: 'The network does not broadcast its name' })
  hidden?: boolean;

  @MayBeNull()
  @Matches(domainForm, { message: 'must be a domain in lower case, such as example.com' })
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    description: 'android: Passpoint home domain; absent: what follows the first label of the first server name',
    example: 'example.com',
  })
  domain?: string | null;
}

@BodyExample({ ssid: 'Hotel Lindenhof', eap_type: 'PEAP', platform: 'ios', name: 'Staff phones' })
export class ProfileInputDto extends ProfileOptionsDto {
  @IsSsid()
  @ApiProperty({ description: 'At most 32 bytes', example: 'Hotel Lindenhof' })
  ssid: string;

  /** EAP-TLS: by certificate. PEAP and EAP-TTLS: by user name and password. */
  @IsIn(eapTypes)
  @ApiProperty({ enum: eapTypes })
  eap_type: EapType;

  /** What kind of device the file is for, which decides its format. */
  @IsIn(platforms)
  @ApiProperty({ enum: platforms })
  platform: Platform;
}

@BodyExample({ name: 'Staff phones' })
export class ProfileChangeDto extends ProfileOptionsDto {
  @MayBeAbsent()
  @IsSsid()
  @ApiProperty({ required: false, example: 'Lindenhof' })
  ssid?: string;

  @MayBeAbsent()
  @IsIn(eapTypes)
  @ApiProperty({ required: false, enum: eapTypes })
  eap_type?: EapType;

  @MayBeAbsent()
  @IsIn(platforms)
  @ApiProperty({ required: false, enum: platforms })
  platform?: Platform;
}

export class ProfileDto extends LinksDto {
  id: string;
  name: string;
  ssid: string;
  @ApiProperty({ enum: eapTypes })
  eap_type: string;
  @ApiProperty({ enum: platforms })
  platform: string;
  @ApiProperty({ enum: innerMethods, nullable: true, type: String })
  inner_method: string | null;
  server_names: string[];
  anonymous_identity: string | null;
  hidden: boolean;
  domain: string | null;
  user_id: string | null;
  /** A certificate that the device holds already; in the answer with a file, the one that was issued into it. */
  certificate_id: string | null;
  created_at: string;
  updated_at: string;
}

export class AttachedFileDto {
  /** As to be saved. */
  file_name: string;
  /** As to be served. */
  media_type: string;
  /** Base64. */
  content: string;
}

export class GeneratedProfileDto extends ProfileDto {
  /** As to be saved. */
  @ApiProperty({ example: 'Hotel_Lindenhof.mobileconfig' })
  file_name: string;
  /** As to be served; some devices open the file by it. */
  @ApiProperty({ example: 'application/x-apple-aspen-config' })
  media_type: string;
  /** The file, in base64. */
  content: string;
  /** What is to be installed before the profile, where a platform's file cannot hold it. */
  files: AttachedFileDto[];
  /** Opens the identity in the file or beside it; only in this answer. */
  pkcs12_password?: string;
}

class EmbeddedProfilesDto {
  profiles: ProfileDto[];
}

export class ProfilePageDto extends PageDto {
  _embedded: EmbeddedProfilesDto;
}

export function profileDto(profile: Profile): Omit<ProfileDto, '_links'> {
  return {
    id: profile.id,
    name: profile.name,
    ssid: profile.ssid,
    eap_type: profile.eapType,
    platform: profile.platform,
    inner_method: profile.innerMethod,
    server_names: [...profile.serverNames],
    anonymous_identity: profile.anonymousIdentity,
    hidden: profile.hidden,
    domain: profile.domain,
    user_id: profile.userId,
    certificate_id: profile.certificateId,
    created_at: profile.createdAt,
    updated_at: profile.updatedAt,
  };
}

export function profileFileDto({ fileName, mediaType, content }: ProfileFile): AttachedFileDto {
  return { file_name: fileName, media_type: mediaType, content: content.toString('base64') };
}

/** IEEE 802.11: 1 to 32 bytes; here in UTF-8, without control characters. */
function isSsid(value: unknown): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  return typeof value === 'string' && /^[^\u0000-\u001f\u007f]+$/u.test(value) && Buffer.byteLength(value) <= 32;
}

export function IsSsid(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    ValidateBy({
      name: 'isSsid',
      validator: { validate: isSsid, defaultMessage: () => 'must be 1 to 32 bytes of readable text' },
    }),
  );
}
