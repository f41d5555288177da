import { PartialType } from '@nestjs/swagger';
import { readPart } from '../../http/body/dto-check.js';
import { type About, Field, OneOfField, WholeNumberField } from '../../http/body/fields.js';
import { readListOf, readMatching, Wrong } from '../../http/body/readers.js';
import { AccessConditionDto, filledText, readConditions } from './access-condition.dto.js';
import { anchors } from './fact-fields.js';
import { fieldsIn, longestTemplate, TemplateProblem } from './template.js';

const tenYearsSeconds = 10 * 366 * 86_400;
const thirtyDaysSeconds = 30 * 86_400;
const everyAnchor = [...new Set(Object.values(anchors).flat())];

const conditions: About = { type: [AccessConditionDto], maxItems: 20 };

export class GroupRuleDto {
  /** All must hold; a rule without conditions always holds. */
  @Field(readConditions, { ...conditions, required: false } as About)
  readonly when?: readonly AccessConditionDto[];

  /** Liquid over the facts. */
  @Field(template, { type: String, maxLength: longestTemplate, example: 'Guests' })
  readonly name: string;
}

/** Of members that are not given, the preset's count. */
export class AccessAnchorDto {
  /** A moment of the record, which has those of its kind; `always`: no bound. */
  @OneOfField(everyAnchor, { required: false, example: 'arrival' })
  readonly at: string;

  /** Seconds after it; below 0: before it. */
  @WholeNumberField(-tenYearsSeconds, tenYearsSeconds, { required: false })
  readonly offset_seconds: number;
}

export class AccessEndDto extends AccessAnchorDto {
  /** How long access lasts after a check-out. */
  @WholeNumberField(0, tenYearsSeconds, { required: false })
  readonly after_check_out_seconds: number;

  /** Visits: the longest stay after the sign-in, even while still signed in; null or absent: 30 days, the maximum. */
  @WholeNumberField(60, thirtyDaysSeconds, { nullable: true })
  readonly longest_seconds?: number | null;

  /** Visits: when the site closes, in its own time; null or absent: at the end of the day. */
  @Field(readMatching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM from 00:00 to 23:59'), {
    type: String,
    nullable: true,
    example: '18:00',
  })
  readonly closing_time?: string | null;
}

/** Of members that are not given, the preset's count. */
export class AccessVoucherDto {
  /** Codes for each person. */
  @WholeNumberField(1, 1000, { required: false })
  readonly count: number;

  /** Seconds from the first use; null: to the end of access. */
  @WholeNumberField(60, tenYearsSeconds, { nullable: true })
  readonly duration_seconds: number | null;

  /** Null: any number. */
  @WholeNumberField(1, 1000, { nullable: true })
  readonly max_devices: number | null;
}

const deliveryWays = ['answer', 'email', 'sms'] as const;

export class CredentialWayDto {
  /** `answer`: in the answer to the outside system. */
  @OneOfField(deliveryWays, { example: 'email' })
  readonly via: (typeof deliveryWays)[number];

  /** Liquid over the facts; absent: the person's own e-mail address or telephone number. */
  @Field(template, { type: String, maxLength: longestTemplate, required: false, example: '{{ email }}' })
  readonly to?: string;
}

/** How facts become access, whole: a preset with what overrides it. */
export class AccessSettingsDto {
  /** Where the keys that are not given come from: see docs/access.md. */
  @Field(filledText(100), { type: String, minLength: 1, maxLength: 100, example: 'hotel' })
  readonly preset: string;

  /** What somebody gets; `none`: nothing, whatever the facts say. */
  @OneOfField(['user', 'voucher', 'none'])
  readonly grant: 'user' | 'voucher' | 'none';

  /** `room`: all who share one have the same account; of stays only. */
  @OneOfField(['guest', 'room'])
  readonly per: 'guest' | 'room';

  /** All must hold, or there is no access. */
  @Field(readConditions, conditions)
  readonly when: readonly AccessConditionDto[];

  /** Liquid over the facts' snake_case names, plus `key`, the record's own. */
  @Field(template, { type: String, maxLength: longestTemplate, example: '{{ site }}-{{ key }}' })
  readonly username: string;

  /** Liquid, or the word `generate`: made once for each account and delivered. Null: none. */
  @Field(template, { type: String, maxLength: longestTemplate, nullable: true, required: true, example: 'generate' })
  readonly password: string | null;

  /** The first whose `when` holds wins; without a match there is no access. */
  @Field(readListOf(readPart(GroupRuleDto), 1, 50), { type: [GroupRuleDto], minItems: 1, maxItems: 50 })
  readonly group: readonly GroupRuleDto[];

  /** When access begins. */
  @Field(readPart(AccessAnchorDto), { type: AccessAnchorDto })
  readonly starts: AccessAnchorDto;

  /** When access ends. */
  @Field(readPart(AccessEndDto), { type: AccessEndDto })
  readonly ends: AccessEndDto;

  /** What becomes of an account whose access is over. */
  @OneOfField(['disable', 'delete'])
  readonly on_end: 'disable' | 'delete';

  /** Seconds after its end at which a disabled account is deleted; null: kept. */
  @WholeNumberField(0, tenYearsSeconds, { nullable: true, required: true })
  readonly delete_after_seconds: number | null;

  /** What is made where `grant` is `voucher`. */
  @Field(readPart(AccessVoucherDto), { type: AccessVoucherDto })
  readonly voucher: AccessVoucherDto;

  /** Of an account; null: any number. */
  @WholeNumberField(1, 1000, { nullable: true, required: true })
  readonly max_devices: number | null;

  /** How people get what was made for them; none: they need nothing, or reception tells them. */
  @Field(readListOf(readPart(CredentialWayDto), 0, 5), { type: [CredentialWayDto], maxItems: 5 })
  readonly deliver: readonly CredentialWayDto[];

  /** When the name belongs to somebody else's account: `dispute` waits for an operator, `suffix` takes another. */
  @OneOfField(['dispute', 'suffix'])
  readonly on_conflict: 'dispute' | 'suffix';
}

/** As an operator writes it: a preset, and keys beside it that override. */
export class AccessInputDto extends PartialType(AccessSettingsDto, { skipNullProperties: false }) {}

export type AccessSettings = Readonly<AccessSettingsDto>;
export type DeliverRule = Readonly<CredentialWayDto>;
export type Anchor = Readonly<AccessAnchorDto>;
export type Ends = Readonly<AccessEndDto>;

function template(value: unknown): unknown {
  const text = filledText(longestTemplate)(value);
  if (text instanceof Wrong) return text;
  try {
    fieldsIn(String(text));
    return text;
  } catch (error) {
    if (error instanceof TemplateProblem) return new Wrong(`is not a template that can be used: ${error.message}`);
    throw error;
  }
}
