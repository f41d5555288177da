import type { Readable } from 'node:stream';
import { DateTime } from 'luxon';
import { durationWords } from '../../kernel/duration-words.js';
import { wifiCode } from '../../kernel/wifi-code.js';
import { cardSheet, type PaperCard } from '../paper/card-sheet.js';
import type { SheetLayout } from '../paper/sheet-layout.js';
import { labelled, type SheetLanguage, sheetWords } from '../paper/sheet-words.js';
import type { Voucher } from './voucher.js';

/** Printed on every card. */
export interface SheetOrganization {
  readonly name: string;
  readonly timeZone: string | null;
}

export interface SheetRequest {
  readonly vouchers: readonly Voucher[];
  readonly house: SheetOrganization;
  /** SSID of the network where it is typed; null: none, or it may be several. */
  readonly ssidOf: (voucher: Voucher) => string | null;
  readonly layout: SheetLayout;
  readonly language: SheetLanguage;
}

/** A PDF of cards, one for each voucher. */
export function voucherSheet({ vouchers, house, ssidOf, layout, language }: SheetRequest): Readable {
  return cardSheet(
    house.name,
    vouchers.map((voucher) => cardOf(voucher, { ...house, ssid: ssidOf(voucher) }, language)),
    layout,
  );
}

function cardOf(
  { code, validUntil, durationSeconds }: Voucher,
  { ssid, timeZone }: SheetOrganization & { readonly ssid: string | null },
  language: SheetLanguage,
): PaperCard {
  const words = sheetWords(language);
  const at = (instant: string): string => {
    const local = DateTime.fromISO(instant, { zone: timeZone ?? 'utc' }).setLocale(language);
    return `${local.toLocaleString(DateTime.DATETIME_MED)}${timeZone === null ? ' UTC' : ''}`;
  };
  return {
    code: (ssid && wifiCode({ ssid, security: 'open' }, { username: null, password: null })) || code,
    before: [...(ssid ? [labelled(words.network, ssid)] : []), `${words.code}:`],
    large: code,
    after: [
      ...(durationSeconds === null ? [] : [`${words.duration}: ${durationWords(durationSeconds, language)}`]),
      ...(validUntil === null ? [] : [`${words.valid_until}: ${at(validUntil)}`]),
    ],
  };
}
