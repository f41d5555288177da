import { id, readOrNull, prose, type Reader, readText, wholeNumber, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';
import type { GroupFields, GroupPolicy } from './user-group.js';

/** What a policy may say; also the `reply` of a policy record. */
export const policyReaders: Readonly<Record<keyof GroupPolicy, Reader>> = {
  vlan,
  bandwidth_down: wholeNumber(1, 1e12),
  bandwidth_up: wholeNumber(1, 1e12),
  session_timeout: wholeNumber(1, 31_536_000),
  idle_timeout: wholeNumber(1, 31_536_000),
  simultaneous_use: wholeNumber(1, 10_000),
  daily_quota_bytes: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  login_time: loginTime,
  acct_interim_interval: wholeNumber(60, 86_400),
};

export const groupFields = new FieldTable<GroupFields>([
  { api: 'name', name: 'name', read: readText(128) },
  { api: 'comment', name: 'comment', read: readOrNull(prose(2000)) },
  { api: 'priority', name: 'priority', read: wholeNumber(-1_000_000, 1_000_000) },
  { api: 'policy', name: 'policy', read: policy },
  { api: 'external_id', name: 'externalId', read: readOrNull(readText(255)) },
  { api: 'source', name: 'sourceConnectionId', read: readOrNull(id), internal: true },
]);

/** A whole policy; entries that are null are left out. */
function policy(value: unknown): unknown {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return new Wrong('must be an object');
  const policy: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(value)) {
    if (!Object.hasOwn(policyReaders, name))
      return new Wrong(`has no entry ${name.slice(0, 64)}. Known are: ${Object.keys(policyReaders).join(', ')}`);
    if (wanted === null || wanted === undefined) continue;
    const read = policyReaders[name as keyof GroupPolicy](wanted);
    if (read instanceof Wrong) return new Wrong(read.detail, `/${name}`);
    policy[name] = read;
  }
  return policy;
}

const wrongVlan = 'must be a VLAN: a number from 1 to 4094, or a name of 1 to 32 characters';

/** By its number, or by the name that the access point knows it by; kept as text, as it is sent. */
function vlan(value: unknown): unknown {
  const name = readText(32)(Number.isInteger(value) ? String(value) : value);
  if (name instanceof Wrong) return new Wrong(wrongVlan);
  // What looks like a number is none of a name.
  if (!/^[+-]?\d+(\.\d+)?$/.test(String(name))) return name;
  return /^\d+$/.test(String(name)) && Number(name) >= 1 && Number(name) <= 4094
    ? String(Number(name))
    : new Wrong(wrongVlan);
}

const loginTimePart =
  /^(Su|Mo|Tu|We|Th|Fr|Sa|Wk|Any|Al)(-(Su|Mo|Tu|We|Th|Fr|Sa))?(([01]\d|2[0-3])[0-5]\d-([01]\d|2[0-3])[0-5]\d)?$/;

/** FreeRADIUS, rlm_logintime: days and hours, parts separated by comma or bar. */
function loginTime(value: unknown): unknown {
  const isRight =
    typeof value === 'string' && value.length <= 253 && value.split(/[,|]/).every((part) => loginTimePart.test(part));
  return isRight ? value : new Wrong('must be days and hours such as Wk0800-1800,Sa,Su0900-1200');
}
