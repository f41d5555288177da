import { applyDecorators } from '@nestjs/common';
import { IsString, ValidateBy } from 'class-validator';

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
