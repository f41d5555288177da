/**
 * E.164 (https://www.itu.int/rec/T-REC-E.164): `+`, country, number, 15 digits at most. Numbers written as within a
 * country get its code in front; null where that is not known, or it is no number.
 */
export function e164(written: string, countryCode?: string): string | null {
  const bare = written.replaceAll(/\(0\)|[\s().\-/\u00a0\u2010-\u2015]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(bare)) return bare;
  if (/^00[1-9]\d{6,14}$/.test(bare)) return `+${bare.slice(2)}`;
  // Trap: Italy keeps the zero, nobody else who writes one does.
  const national = countryCode === '39' ? bare : bare.replace(/^0/, '');
  return countryCode && /^\d{5,13}$/.test(national) && /^\d+$/.test(bare) && countryCode.length + national.length <= 15
    ? `+${countryCode}${national}`
    : null;
}
