import { Field, WholeNumberField } from '../../http/body/fields.js';
import { readersOf } from '../../http/body/dto-check.js';
import { type Reader, readText, Wrong } from '../../http/body/readers.js';

class PolicyEntriesDto {
  /** Download, in bits per second. */
  @WholeNumberField(1, 1e12, { required: false, example: 20_000_000 })
  bandwidth_down?: number;

  /** Upload, in bits per second. */
  @WholeNumberField(1, 1e12, { required: false })
  bandwidth_up?: number;

  /** Length of a session, in seconds. */
  @WholeNumberField(1, 31_536_000, { required: false })
  session_timeout?: number;

  /** Seconds without traffic that end a session. */
  @WholeNumberField(1, 31_536_000, { required: false })
  idle_timeout?: number;

  /** Sessions that a member may have at once. */
  @WholeNumberField(1, 10_000, { required: false })
  simultaneous_use?: number;

  /** Bytes in both directions together. */
  @WholeNumberField(1, Number.MAX_SAFE_INTEGER, { required: false })
  daily_quota_bytes?: number;

  /** Hours of access, in FreeRADIUS syntax. */
  @Field(readLoginTime, { required: false, example: 'Wk0800-1800,Sa' })
  login_time?: string;

  /** Seconds between accounting updates. */
  @WholeNumberField(60, 86_400, { required: false })
  acct_interim_interval?: number;
}

/** What members' sessions get. Absent values are not sent. */
export class GroupPolicyDto extends PolicyEntriesDto {
  /** VLAN number or name. */
  @Field(readVlan, { required: false, minLength: 1, maxLength: 32, example: '120' })
  vlan?: string;
}

/** The same, as sent. */
export class GroupPolicyInputDto extends PolicyEntriesDto {
  /** VLAN number, as number or text, or the access point's name for it. */
  @Field(readVlan, {
    required: false,
    oneOf: [
      { type: 'integer', minimum: 1, maximum: 4094 },
      { type: 'string', minLength: 1, maxLength: 32 },
    ],
    example: 120,
  })
  vlan?: number | string;
}

export const policyReaders = Object.fromEntries(readersOf(GroupPolicyInputDto)) as Readonly<
  Record<keyof GroupPolicyDto, Reader>
>;

const wrongVlan = 'must be a VLAN: a number from 1 to 4094, or a name of 1 to 32 characters';

/** A number, or the access point's name for it; kept as text, as sent. */
function readVlan(value: unknown): unknown {
  const name = readText(32)(Number.isInteger(value) ? String(value) : value);
  if (name instanceof Wrong) return new Wrong(wrongVlan);
  // What looks like a number is not a name.
  if (!/^[+-]?\d+(\.\d+)?$/.test(String(name))) return name;
  return /^\d+$/.test(String(name)) && Number(name) >= 1 && Number(name) <= 4094
    ? String(Number(name))
    : new Wrong(wrongVlan);
}

const loginTimePart =
  /^(Su|Mo|Tu|We|Th|Fr|Sa|Wk|Any|Al)(-(Su|Mo|Tu|We|Th|Fr|Sa))?(([01]\d|2[0-3])[0-5]\d-([01]\d|2[0-3])[0-5]\d)?$/;

/** FreeRADIUS, rlm_logintime: days and hours, parts separated by comma or bar. */
function readLoginTime(value: unknown): unknown {
  const isRight =
    typeof value === 'string' && value.length <= 253 && value.split(/[,|]/).every((part) => loginTimePart.test(part));
  return isRight ? value : new Wrong('must be days and hours such as Wk0800-1800,Sa,Su0900-1200');
}
