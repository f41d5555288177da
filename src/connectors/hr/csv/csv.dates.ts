import type { DateFormat } from './csv.wire.js';

const forms: Readonly<Record<Exclude<DateFormat, 'excel'>, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};
const excelEpoch = Date.UTC(1899, 11, 30);
/** What HR systems write for "no end": the year 0, and from here on. */
const openFromYear = 2099;

/** `open`: a date that stands for none. Null: not a date of this format. */
export function csvDay(text: string, format: DateFormat): { readonly day: string } | 'open' | null {
  if (format === 'excel') return fromSerial(text);
  const parts = forms[format].exec(text)?.groups;
  if (!parts) return null;
  if (Number(parts.year) === 0) return 'open';
  const day = `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null;
  return Number(parts.year) >= openFromYear ? 'open' : { day };
}

function fromSerial(text: string): { readonly day: string } | 'open' | null {
  if (!/^\d{1,7}$/.test(text)) return null;
  if (Number(text) === 0) return 'open';
  const at = new Date(excelEpoch + Number(text) * 86_400_000);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return null;
  return at.getUTCFullYear() >= openFromYear ? 'open' : { day: at.toISOString().slice(0, 10) };
}
