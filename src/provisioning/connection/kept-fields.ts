import type { Change } from '../connector/change.js';
import { snakeCased } from '../facts/facts.js';

/** What a connection keeps of its people. Null: all fields; 30 days. */
export interface ConnectionPrivacy {
  readonly fields: readonly string[] | null;
  /** Days for which messages are kept once they are absorbed. */
  readonly payloadDays: number | null;
}

export const allKept: ConnectionPrivacy = { fields: null, payloadDays: null };

/** Personal fields of facts, by their names in the API; everything else is about the stay, the visit or the work. */
export const personalFields = [
  'first_name',
  'last_name',
  'other_last_names',
  'title',
  'display_name',
  'email',
  'phone',
  'language',
  'company_name',
  'vip',
  'membership_program',
  'membership_level',
  'reservation_number',
  'user_name',
  'employee_number',
  'department',
  'job_title',
  'purpose',
  'host_name',
  'host_email',
] as const;

const personal = new Set<string>(personalFields);

/** Removes personal fields that are not to be kept from a change, before anything is stored or decided. */
export function withKeptFields(change: Change, { fields }: ConnectionPrivacy): Change {
  if (fields === null) return change;
  const kept = new Set(fields);
  return reduced(change, (name) => !personal.has(name) || kept.has(name)) as Change;
}

/** Records and patches both have their facts under `facts`. */
function reduced(value: unknown, isKept: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => reduced(each, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'facts' ? keptOf(inner as object, isKept) : reduced(inner, isKept),
    ]),
  );
}

function keptOf(facts: object, isKept: (name: string) => boolean): object {
  return Object.fromEntries(
    Object.entries(facts).filter(([name]) => isKept(Object.keys(snakeCased({ [name]: 0 }))[0])),
  );
}
