import { vendorLine } from '../../../provisioning/connector/vendor-record.js';
import type { Stay } from '../../../provisioning/facts/facts.js';
import { fieldOf, type FiasRecord } from './fias.record.js';
import type { FiasSettings } from './fias.settings.js';
import type { SiteField } from './fias.wire.js';

/** What a hotel may have in a field of its own, by the setting that says in which. */
const facts = {
  email_field: 'email',
  phone_field: 'phone',
  membership_program_field: 'membershipProgram',
  membership_level_field: 'membershipLevel',
  company_field: 'companyName',
  room_type_field: 'roomType',
  rate_field: 'ratePlan',
} as const satisfies Partial<Record<keyof FiasSettings, keyof Stay>>;

export type OwnFields = Readonly<Partial<Record<(typeof facts)[keyof typeof facts], SiteField>>>;

/** By fact: the field that holds it at this hotel. */
export function ownFactsOf(settings: Pick<FiasSettings, keyof typeof facts>): OwnFields {
  const named = Object.entries(facts).flatMap(([setting, fact]) => {
    const at = settings[setting as keyof typeof facts];
    return at === undefined ? [] : [[fact, at] as const];
  });
  return Object.fromEntries(named);
}

/** Each once, in the order of their numbers. */
export function askedOwnFields(settings: Pick<FiasSettings, keyof typeof facts>): readonly SiteField[] {
  return [...new Set(Object.values(ownFactsOf(settings)))].sort();
}

/** A field that is empty says nothing; an e-mail address that is none is left out. */
export function ownFactsIn(record: FiasRecord, own: OwnFields): Partial<Stay> {
  const found = Object.entries(own).flatMap(([fact, at]) => {
    const text = vendorLine(fieldOf(record, at));
    if (text === undefined) return [];
    if (fact !== 'email') return [[fact, text] as const];
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? [[fact, text.toLowerCase()] as const] : [];
  });
  return Object.fromEntries(found);
}
