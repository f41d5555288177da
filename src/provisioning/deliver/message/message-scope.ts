import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';
import { durationWords } from '../../../kernel/duration-words.js';
import type { NetworkSecurity } from '../../../kernel/wifi-code.js';
import type { Scope } from '../../access/record-scope.js';
import type { CredentialContent } from '../delivery/delivery.js';

/** What a message contains besides the credential. */
export interface MessagePlace {
  readonly organization: string;
  readonly ssid: string | null;
  readonly security: NetworkSecurity;
  readonly timeZone: string;
  readonly language: string;
  readonly hasCode: boolean;
}

type Person = Readonly<Record<string, unknown>>;

/**
 * Values of the templates. Every name exists, so that a template may use any; empty where there is no value. Times are
 * in the site's zone.
 */
export function messageScope(content: CredentialContent, person: Person, place: MessagePlace): Scope {
  const text = (name: string): string => (typeof person[name] === 'string' ? String(person[name]).slice(0, 200) : '');
  const { username, password, codes, validFrom, validUntil, durationSeconds } = content;
  const values: Readonly<Record<string, string | number | boolean | readonly string[] | null>> = {
    ssid: place.ssid,
    username,
    password,
    code: codes[0] ?? null,
    codes,
    count: codes.length,
    valid_from: validFrom && localTime(validFrom, place),
    valid_until: validUntil && localTime(validUntil, place),
    // A number is rounded where the time is no whole minutes of an hour: what is shown says it in words.
    hours: durationSeconds === null ? null : Math.round(durationSeconds / 36) / 100,
    duration: durationSeconds === null ? null : durationWords(durationSeconds, place.language),
    time_zone: place.timeZone,
    name: text('displayName') || `${text('firstName')} ${text('lastName')}`.trim() || null,
    first_name: text('firstName') || null,
    last_name: text('lastName') || null,
    company_name: text('companyName') || null,
    site: text('site') || null,
    organization: place.organization,
    qr: place.hasCode,
    qr_is_partial: place.security.startsWith('eap-'),
  };
  return Object.assign(Object.create(null) as object, values) as Scope;
}

/** `14. Mai 2026, 15:00 (Europe/Vienna)`. */
function localTime(instant: Instant, { timeZone, language }: Pick<MessagePlace, 'timeZone' | 'language'>): string {
  const local = DateTime.fromISO(instant, { zone: timeZone, locale: language });
  const shown = local.isValid ? local : DateTime.fromISO(instant, { zone: 'utc', locale: language });
  return `${shown.toLocaleString(DateTime.DATETIME_MED)} (${shown.zoneName})`;
}
