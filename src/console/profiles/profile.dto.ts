import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, IdField, OneOfField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { hasControl, readMatching, readTruth, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { mostValidityDays } from '../certificates/certificate.js';
import { hostNameForm, hostNames, mostHostNames } from '../certificates/host-names.js';
import { answerOf } from '../crud/answer-of.js';
import type { ProfileFile } from './enrollment.js';
import { eapTypes, innerMethods, platforms, type Profile } from './profile.js';
import { profileTable } from './profile.entity.js';

/** Whom a file is for. If neither is given, the device asks. */
@BodyExample({ user_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6' })
export class ProfileFileInputDto {
  /** Puts in the user's name; for EAP-TLS issues a certificate into the file. */
  @IdField({ nullable: true })
  user_id?: string | null;

  /** EAP-TLS: a certificate that the device holds already (windows, chromeos). */
  @IdField({ nullable: true })
  certificate_id?: string | null;

  /** Of the certificate that is issued into the file. */
  @WholeNumberField(1, mostValidityDays, { required: false })
  validity_days?: number;
}

@BodyExample({ ssid: 'Hotel Lindenhof', eap_type: 'PEAP', platform: 'ios', name: 'Staff phones' })
export class ProfileInputDto extends ProfileFileInputDto {
  /** At most 32 bytes. */
  @Field(readSsid, { type: String, example: 'Hotel Lindenhof' })
  ssid: string;

  /** EAP-TLS: by certificate. PEAP and EAP-TTLS: by user name and password. */
  @OneOfField(eapTypes)
  eap_type: string;

  /** Kind of device; it decides the file's format. */
  @OneOfField(platforms)
  platform: string;

  /** What devices show; absent: the SSID. */
  @TextField(200, { required: false, example: 'Staff phones' })
  name?: string;

  /** Servers that devices accept; absent: the organization's own server name. */
  @Field(hostNames(1), {
    required: false,
    type: [String],
    minItems: 1,
    maxItems: mostHostNames,
    example: ['radius.example.com'],
  })
  server_names?: string[];

  /** EAP-TTLS: how the password goes through the tunnel; absent: PAP. */
  @OneOfField(innerMethods, { nullable: true, type: String })
  inner_method?: string | null;

  /** Shown outside the tunnel in place of the user's name; null: the name itself. */
  @TextField(64, { nullable: true, default: 'anonymous' })
  anonymous_identity?: string | null;

  /** The network does not broadcast its name. */
  @Field(readTruth, { required: false, type: Boolean, default: false })
  hidden?: boolean;

  /** android: Passpoint home domain; absent: what follows the first label of the first server name. */
  @Field(readMatching(hostNameForm, 'must be a domain in lower case, such as example.com'), {
    nullable: true,
    type: String,
    example: 'example.com',
  })
  domain?: string | null;
}

@BodyExample({ name: 'Staff phones' })
export class ProfileChangeDto extends PartialType(ProfileInputDto, { skipNullProperties: false }) {}

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
  /** A certificate that the device already holds. In the answer with a file: the one issued into it. */
  certificate_id: string | null;
  created_at: string;
  updated_at: string;
}

export class AttachedFileDto {
  /** File name to save it under. */
  file_name: string;
  /** Media type to serve it with. */
  media_type: string;
  /** Base64. */
  content: string;
}

export class GeneratedProfileDto extends ProfileDto {
  /** File name to save it under. */
  @ApiProperty({ example: 'Hotel_Lindenhof.mobileconfig' })
  file_name: string;
  /** Media type to serve it with; some devices open the file by it. */
  @ApiProperty({ example: 'application/x-apple-aspen-config' })
  media_type: string;
  /** The file, in base64. */
  content: string;
  /** Files to install before the profile, if the platform's format cannot contain them. */
  files: AttachedFileDto[];
  /** Opens the identity in the file or beside it. Only in this answer. */
  pkcs12_password?: string;
}

class EmbeddedProfilesDto {
  profiles: ProfileDto[];
}

export class ProfilePageDto extends PageDto {
  _embedded: EmbeddedProfilesDto;
}

const answer = answerOf<Omit<ProfileDto, '_links'>>(profileTable);

export function profileDto(profile: Profile): Omit<ProfileDto, '_links'> {
  return { ...answer(profile), hidden: profile.hidden };
}

export function profileFileDto({ fileName, mediaType, content }: ProfileFile): AttachedFileDto {
  return { file_name: fileName, media_type: mediaType, content: content.toString('base64') };
}

/** IEEE 802.11: 1 to 32 bytes; here in UTF-8, without control characters. Blanks count. */
function readSsid(value: unknown): unknown {
  if (typeof value !== 'string') return new Wrong('must be text');
  return value.length > 0 && Buffer.byteLength(value) <= 32 && !hasControl(value)
    ? value
    : new Wrong('must be 1 to 32 bytes of readable text');
}
