import { ApiProperty, PickType } from '@nestjs/swagger';
import { type SheetLayout, sheetLayouts } from '../../console/paper/sheet-layout.js';
import { type SheetLanguage, sheetLanguages } from '../../console/paper/sheet-words.js';
import { Field, IdField, OneOfField, VerbatimField } from '../../http/body/fields.js';
import { readText, Wrong } from '../../http/body/readers.js';
import { LinksDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';

@BodyExample({ layout: 'label_89x36', language: 'de', password: 'K7MP2XWQ' })
export class GuestCardInputDto {
  /** a4: on a sheet; receipt: a roll of 80 mm; badge: 62 × 100 mm; the others in millimetres. */
  @OneOfField(sheetLayouts, { required: false, default: 'a4' })
  layout?: string;

  /** Language of the text on it. */
  @OneOfField(sheetLanguages, { required: false, default: 'en' })
  language?: string;

  /** The password just given. Null or absent: the connection's, if it is still valid; else the card shows none. */
  @VerbatimField(128, { nullable: true, example: 'K7MP2XWQ' })
  password?: string | null;

  /**
   * Id of the network on it, one of `GET /vouchers/networks`. Null or absent: the one that the delivery settings name,
   * else the one by which the account is let in.
   */
  @IdField({ nullable: true, example: null })
  network?: string | null;
}

@BodyExample({ password: 'K7MP2XWQ' })
export class GuestShownInputDto extends PickType(GuestCardInputDto, ['password', 'network']) {}

export class GuestShownDto extends LinksDto {
  /** The record's or the user's id. */
  id: string;
  /** The person's full name; null: unknown. */
  name: string | null;
  /** Room of the stay; null: none. */
  room: string | null;
  /** Name of the Wi-Fi. */
  @ApiProperty({ nullable: true, type: String, example: 'Hotel Lindenhof' })
  ssid: string | null;
  /** The name with which the account signs in. */
  username: string;
  /** Null: it is not stored and cannot be shown. */
  password: string | null;
  /** When access ends; null: never by itself. */
  until: Instant | null;
  /** Text of a QR code with which a phone joins. Null: no code can join the network. */
  @ApiProperty({ nullable: true, type: String, example: 'WIFI:T:nopass;S:Hotel Lindenhof;;' })
  code: string | null;
}

export interface GuestCardValues {
  readonly layout?: SheetLayout;
  readonly language?: SheetLanguage;
  readonly password?: string | null;
  readonly network?: string | null;
}

@BodyExample({ to: 'email', address: 'eva@example.com' })
export class GuestMessageInputDto {
  /** How it is sent. */
  @OneOfField(['email', 'sms'])
  to: string;

  /** An e-mail address or telephone number for this message only. Null or absent: the one in the outside system. */
  @Field(address, { nullable: true, type: String, maxLength: 254, example: 'eva@example.com' })
  address?: string | null;

  /** The password just given. Null or absent: the connection's, if it is still valid. */
  @VerbatimField(128, { nullable: true, example: 'K7MP2XWQ' })
  password?: string | null;
}

export class GuestSentDto extends LinksDto {
  /** The delivery's id; `GET /deliveries` shows its state. */
  id: string;
}

/** Delivery addresses are templates, so an address with braces is rejected. */
function address(value: unknown): string | Wrong {
  const read = readText(254)(value);
  if (read instanceof Wrong) return read;
  return /^(?:[^\s@{}%]+@[^\s@{}%]+|\+?[\d ()/-]{5,30})$/.test(String(read))
    ? String(read)
    : new Wrong('must be an e-mail address or a telephone number');
}
