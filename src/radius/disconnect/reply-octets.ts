import type { Dictionary } from '../dictionary/dictionary.js';
import type { PacketAttribute } from './packet.js';

/** RFC 2865, section 5.26. */
const vendorSpecific = 26;

/** Octets of a value, by the dictionary's types. */
const octetsOf: Readonly<Record<string, (value: string) => Buffer>> = {
  integer: (value) => {
    const octets = Buffer.alloc(4);
    octets.writeUInt32BE(Number(value));
    return octets;
  },
  string: (value) => Buffer.from(value).subarray(0, 247),
};

/**
 * An attribute of a reply as octets of our packet.
 * @throws Error when it cannot be changed during a session
 */
export function replyOctets(
  dictionary: Dictionary,
  { attribute, value }: { readonly attribute: string; readonly value: string },
): PacketAttribute {
  const known = dictionary.attribute(attribute);
  const [type, vendor, vendorType, ...deeper] = known?.number.split('.').map(Number) ?? [];
  if (!known || !(known.type in octetsOf) || known.isTagged || known.isEncrypted || deeper.length > 0)
    throw new Error(`${attribute} has no place in a CoA-Request`);
  const octets = octetsOf[known.type](value);
  if (type !== vendorSpecific) return { type, value: octets };
  const head = Buffer.alloc(6);
  head.writeUInt32BE(vendor);
  head[4] = vendorType;
  head[5] = octets.length + 2;
  return { type: vendorSpecific, value: Buffer.concat([head, octets]) };
}
