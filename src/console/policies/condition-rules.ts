import ipaddr from 'ipaddr.js';
import { id, instant, type Reader, readText, Wrong } from '../../http/body/readers.js';
import { LoginTime } from './login-time.js';
import { authMethods, type ConditionField, type ConditionOperator } from './policy.js';

const most = 100;

function listOf(read: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      return new Wrong(`must be a list of 1 to ${most} values`);
    const values = value.map(read);
    return values.find((each) => each instanceof Wrong) ?? [...new Set(values)];
  };
}

/** Equality and membership, for every field that is compared as text. */
function sameness(read: Reader) {
  return { eq: read, ne: read, in: listOf(read), not_in: listOf(read) };
}

const sequence = { gt: instant, gte: instant, lt: instant, lte: instant };

/** Operators and values that each field takes. How text is compared depends on the field: access-condition.ts. */
export const conditionRules: Readonly<Record<ConditionField, Readonly<Partial<Record<ConditionOperator, Reader>>>>> = {
  group: sameness(id),
  ssid: { ...sameness(readText(32)), like: readText(64) },
  auth_method: sameness(authMethod),
  device_type: { ...sameness(readText(64)), like: readText(64) },
  time: { in: hours, not_in: hours, ...sequence },
  client: { ...sameness(client), like: readText(128) },
};

function authMethod(value: unknown): unknown {
  const known = authMethods.find((each) => each.toLowerCase() === String(value).toLowerCase());
  return typeof value === 'string' && known ? known : new Wrong(`must be one of ${authMethods.join(', ')}`);
}

/** An access point's short name, its address, or a network in CIDR notation. */
function client(value: unknown): unknown {
  const name = readText(128)(value);
  if (name instanceof Wrong || !(name as string).includes('/')) return name;
  return ipaddr.isValidCIDR(name as string)
    ? name
    : new Wrong('must be a short name, an address, or a network such as 10.20.0.0/16');
}

function hours(value: unknown): unknown {
  return typeof value === 'string' && value.length <= 253 && LoginTime.parse(value)
    ? value
    : new Wrong('must be days and hours such as Wk0800-1800,Sa,Su0900-1200');
}
