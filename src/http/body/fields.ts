import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import {
  id,
  instant,
  mailbox,
  prose,
  type Reader,
  readFlag,
  readNumericFlag,
  readOneOf,
  readSomeOf,
  readOrNull,
  readText,
  readVerbatim,
  wholeNumber,
  Wrong,
} from './readers.js';

/** As in the API document. A nullable field may also be absent. */
export type About = ApiPropertyOptions;

export const readerRule = 'reads';

/**
 * A field of a DTO: how to read it (`read`), and how the API document describes it. Its rule is one of
 * class-validator's, whose metadata dto-check.ts is built from.
 */
export function Field(read: Reader, about: About = {}): PropertyDecorator {
  const { nullable = false, required: said = !nullable } = about;
  // In an explicit schema, Nest takes `required` for the list of required members.
  const required = Boolean('selfRequired' in about ? about.selfRequired : said);
  return applyDecorators(
    ApiProperty('selfRequired' in about ? about : ({ ...about, required } as About)),
    Reads(nullable ? readOrNull(read) : read),
    ...(required ? [] : [MayBeAbsent()]),
  );
}

/** Trimmed text of 1 to `most` characters. */
export function TextField(most: number, about?: About): PropertyDecorator {
  return Field(readText(most), { type: String, minLength: 1, maxLength: most, ...about } as About);
}

/** Text as it was written, of 1 (or `minLength`) to `most` characters. */
export function VerbatimField(most: number, about: About & { readonly minLength?: number } = {}): PropertyDecorator {
  const { minLength = 1 } = about;
  return Field(readVerbatim(most, minLength), { type: String, minLength, maxLength: most, ...about } as About);
}

/** Text of several lines; an empty one counts as absent. */
export function ProseField(most: number, about?: About): PropertyDecorator {
  return Field(prose(most), { type: String, maxLength: most, ...about } as About);
}

export function MailboxField(most: number, about?: About): PropertyDecorator {
  return Field(mailbox(most), { type: String, maxLength: most, ...about } as About);
}

export function WholeNumberField(minimum: number, maximum: number, about?: About): PropertyDecorator {
  return Field(wholeNumber(minimum, maximum), { type: 'integer', minimum, maximum, ...about } as About);
}

/** 0 or 1; false or true in the code. */
export function FlagField(about?: About): PropertyDecorator {
  return flagField(readFlag, about);
}

/** The same where false and true are refused. */
export function NumericFlagField(about?: About): PropertyDecorator {
  return flagField(readNumericFlag, about);
}

function flagField(read: Reader, about?: About): PropertyDecorator {
  return Field(read, { type: 'integer', enum: [0, 1], ...about } as About);
}

export function OneOfField(words: readonly string[], about?: About): PropertyDecorator {
  return Field(readOneOf(words), { enum: [...words], ...about } as About);
}

/** A list of one or more of the words, each once. */
export function SomeOfField(words: readonly string[], about?: About): PropertyDecorator {
  return Field(readSomeOf(words), { isArray: true, enum: [...words], ...about } as About);
}

export function IdField(about?: About): PropertyDecorator {
  return Field(id, { type: String, format: 'uuid', ...about } as About);
}

export function InstantField(about?: About): PropertyDecorator {
  return Field(instant, { type: String, format: 'date-time', ...about } as About);
}

/**
 * A field that cannot be set, although many callers try: `detail` says what to do instead. Put `@ApiHideProperty()`
 * beside it: the document's compiler plugin looks for that at the property itself.
 */
export function RefusedField(detail: string): PropertyDecorator {
  return applyDecorators(
    Reads(() => new Wrong(detail)),
    MayBeAbsent(),
  );
}

/** Unlike with class-validator's `@IsOptional`, null does not count as absent. */
function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

function Reads(read: Reader): PropertyDecorator {
  return ValidateBy({
    name: readerRule,
    constraints: [read],
    validator: {
      validate: (value) => !(read(value) instanceof Wrong),
      defaultMessage: (args) => wordsOf(read(args?.value)),
    },
  });
}

function wordsOf(read: unknown): string {
  return read instanceof Wrong ? read.detail : '';
}
