import { isIPv4, isIPv6 } from 'node:net';
import { macDigits } from '../../kernel/mac-address.js';
import { Problem } from '../../kernel/errors.js';
import type { Dictionary, DictionaryAttribute } from '../../radius/dictionary/dictionary.js';
import { type AttributeValues, comparesValue, operatorsOf } from './attribute.js';

/**
 * Limits attributes to what FreeRADIUS can read. Trap: one row with a name, operator or value that it cannot parse
 * fails the whole query, and nobody with that row gets in. Its control words (Auth-Type, Exec-Program …) are in no
 * dictionary and are therefore refused: they would let people in without a password, or run programs.
 */
export function checkedAttribute(values: AttributeValues, dictionary: Dictionary): AttributeValues {
  const { table, attribute, operator, value } = values;
  const [, plainName = '', tag] = /^([^:]+)(:\d{1,2})?$/.exec(attribute) ?? [];
  const known = dictionary.attribute(plainName);
  if (!known)
    throw Problem.invalidField(
      'attribute',
      `is not in the RADIUS dictionary${remedies[plainName.toLowerCase()] ?? ': GET /dictionary lists it'}`,
    );
  if (tag && !known.isTagged) throw Problem.invalidField('attribute', `${known.name} takes no tag`);
  if (!operatorsOf(table).includes(operator))
    throw Problem.invalidField('operator', `must be one of ${operatorsOf(table).join(' ')} in ${table}`);
  if (/^['"`]|\\$/.test(value))
    throw Problem.invalidField(
      'value',
      'must not begin with a quotation mark or end in a backslash, which FreeRADIUS would interpret',
    );
  const wanted = comparesValue(operator) ? wantedOf(known, value) : undefined;
  if (wanted) throw Problem.invalidField('value', `must be ${wanted}, as ${known.name} is of type ${known.type}`);
  return { ...values, attribute: known.name + (tag ?? '') };
}

/** FreeRADIUS words that older clients use, and where they belong here. */
const remedies: Readonly<Record<string, string>> = {
  'login-time': ': say it for a group, in radgroupcheck',
  'simultaneous-use': ': say it in radcheck or radgroupcheck',
  expiration: ': say it in radcheck',
  'auth-type': ': only Reject can be said, in radcheck',
  'nt-password': ': say Cleartext-Password in radcheck',
  'crypt-password': ': say Cleartext-Password in radcheck',
  'fall-through': ': what a user and a group are given is always given together',
};

const whole =
  (most: bigint, least = 0n) =>
  (value: string) =>
    /^(-?\d{1,20}|0x[0-9a-f]{1,16})$/i.test(value) && BigInt(value) >= least && BigInt(value) <= most;
const prefix = (isAddress: (text: string) => boolean, bits: number) => (value: string) => {
  const [address, length, ...rest] = value.split('/');
  return (
    rest.length === 0 &&
    isAddress(address) &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  );
};

const forms: Readonly<Record<string, readonly [wanted: string, isRight: (value: string) => boolean]>> = {
  byte: ['a number up to 255', whole(255n)],
  short: ['a number up to 65535', whole(65_535n)],
  integer: ['a number up to 4294967295', whole(4_294_967_295n)],
  integer64: ['a number', whole(2n ** 64n - 1n)],
  signed: ['a number', whole(2n ** 31n - 1n, -(2n ** 31n))],
  ipaddr: ['an IPv4 address', isIPv4],
  ipv6addr: ['an IPv6 address', isIPv6],
  'combo-ip': ['an IP address', (value) => isIPv4(value) || isIPv6(value)],
  ipv4prefix: ['an IPv4 network such as 10.0.0.0/8', prefix(isIPv4, 32)],
  ipv6prefix: ['an IPv6 network such as 2001:db8::/32', prefix(isIPv6, 128)],
  ether: ['a MAC address', (value) => macDigits(value) !== undefined],
  date: ['seconds since 1970', whole(4_294_967_295n)],
  ifid: ['an interface id such as 0:0:0:1', (value) => /^([0-9a-f]{1,4}:){3}[0-9a-f]{1,4}$/i.test(value)],
  octets: ['text, or hex after 0x', (value) => !/^0x/i.test(value) || /^0x([0-9a-f]{2})+$/i.test(value)],
};
const containers = ['vsa', 'tlv', 'extended', 'long-extended', 'evs'];

/** What to write instead of the value; undefined if the value is fine. */
function wantedOf({ type, values }: DictionaryAttribute, value: string): string | undefined {
  if (containers.includes(type)) return 'said by what is within it';
  const named = values.some(({ name }) => name.toLowerCase() === value.toLowerCase());
  if (named || !(type in forms)) return undefined;
  const [wanted, isRight] = forms[type];
  if (isRight(value)) return undefined;
  const names = values.slice(0, 12).map(({ name }) => name);
  return names.length > 0 ? `${wanted} or ${names.join(', ')}` : wanted;
}
