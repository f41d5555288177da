import { applyDecorators } from '@nestjs/common';
import { IsISO8601, IsString, Length, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { instantAt } from '../../kernel/clock.js';

/** The field may be left out. Unlike `@IsOptional`, null does not count as absent. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The field may be left out or null, which empties it. */
export function MayBeNull(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined && value !== null);
}

/** A name people read: 1 to `most` characters, no control characters, not only blanks. */
export function IsName(most = 200): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(1, most),
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    Matches(/^(?=.*\S)[^\u0000-\u001f\u007f]*$/u, { message: 'must be readable text' }),
  );
}

/** ISO 8601 with a time zone, such as 2026-05-14T13:00:00Z. */
export function IsInstant(): PropertyDecorator {
  return applyDecorators(
    IsISO8601(
      { strict: true, strictSeparator: true },
      { message: 'must be an ISO 8601 time such as 2026-05-14T13:00:00Z' },
    ),
    Matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/, {
      message: 'must have date, time and zone, as in 2026-05-14T13:00:00Z',
    }),
    ValidateBy({
      name: 'isKeptInstant',
      validator: {
        validate: (value) => instantAt(Date.parse(String(value))) !== undefined,
        defaultMessage: () => 'must lie within the years 1 to 9999',
      },
    }),
  );
}
