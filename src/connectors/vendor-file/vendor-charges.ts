import {
  type ChargeAnswer,
  type ChargeRefusal,
  type ChargesRooms,
  inMajorUnits,
  type RoomCharge,
} from '../../provisioning/connector/charges.js';
import { fitsMessage } from '../../provisioning/connector/mapping/match.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import { toldCharge } from '../../provisioning/connector/told-charge.js';
import type { TemplateValues } from './template.js';
import type { VendorClient } from './vendor-client.js';
import type { VendorCharges, VendorFile } from './vendor-file.js';

/** What comes to nothing where the settings name no tax; such a member of the request is left out. */
export const taxNames: readonly string[] = ['tax', 'tax_name'];

/** What a vendor itself refuses is not on the bill; of a conflict or a 5xx nobody knows. */
const refusals: Readonly<Record<number, ChargeRefusal>> = {
  400: 'refused',
  401: 'refused',
  403: 'refused',
  404: 'refused',
  422: 'refused',
};

/**
 * What the request of a charge may name besides settings: `key_1` is the first part of the mapping's key, `net` the
 * amount without its tax.
 */
export function chargeNames({ mapping }: Pick<VendorFile, 'mapping'>): readonly string[] {
  const parts = [mapping.key].flat().map((_, index) => `key_${index + 1}`);
  return ['reference', 'number', 'reservation', ...parts, 'room', 'amount', 'net', ...taxNames, 'currency', 'item'];
}

/** Charges as a vendor's file describes them; absent unless the settings say in which currency. */
export function vendorChargesOf(
  file: VendorFile,
  client: VendorClient,
  values: TemplateValues,
  connectionId: string,
): { readonly charges?: ChargesRooms } {
  const words = file.charges;
  const currency = words && values[words.currency];
  if (typeof currency !== 'string' || currency === '') return {};
  const charge = (each: RoomCharge, signal: AbortSignal): Promise<ChargeAnswer> => {
    const named = namedBy(file, each, connectionId, taxOf(words!, values));
    if (!named) return Promise.resolve({ status: 'refused', reason: 'unknown_room', code: 'no such key' });
    const send = async (again: boolean) => meaningOf(words!, await client.charge(words!, named, signal), again);
    return toldCharge({ send, isRecognised: words!.known !== undefined, refusals });
  };
  return { charges: { currency, charge } };
}

/** Undefined: the key of the stay is not of the parts that the file says. */
function namedBy(
  { mapping }: VendorFile,
  { number, reservation, room, amount, currency, item }: RoomCharge,
  connectionId: string,
  tax: Tax | undefined,
): TemplateValues | undefined {
  const parts = (reservation ?? '').split('/');
  if (parts.length !== [mapping.key].flat().length || parts.includes('')) return undefined;
  // Guests accept a price with its tax, so both are taken out of it: their sum is what they accepted.
  const taxed = tax ? Math.round((amount * tax.percent) / (100 + tax.percent)) : 0;
  return {
    reference: `usher-${connectionId}-${number}`,
    number,
    reservation,
    ...Object.fromEntries(parts.map((part, index) => [`key_${index + 1}`, part])),
    room,
    amount: inMajorUnits({ amount, currency }),
    net: inMajorUnits({ amount: amount - taxed, currency }),
    ...(tax ? { tax: inMajorUnits({ amount: taxed, currency }), tax_name: tax.name } : {}),
    currency,
    item,
  };
}

interface Tax {
  readonly name: string;
  readonly percent: number;
}

/** Undefined: the settings name none, and bills show the price as it is. */
function taxOf({ tax }: VendorCharges, values: TemplateValues): Tax | undefined {
  const [name, percent] = tax ? [values[tax.name], values[tax.percent]] : [];
  return typeof name === 'string' && name !== '' && typeof percent === 'string' && percent !== ''
    ? { name, percent: Number(percent) }
    : undefined;
}

function meaningOf(
  { accepted, known, refused = [] }: VendorCharges,
  { body, isHealthy, words }: Awaited<ReturnType<VendorClient['charge']>>,
  again: boolean,
): ChargeAnswer {
  const found = valueIn(body, pointerIn(accepted.code)!);
  const code = typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 100) : '';
  // One that was never sent before, and is known, is another: a database that came back from a backup counts anew.
  if (known && fitsMessage(known, body)) return { status: again ? 'accepted' : 'unclear', code: code || 'known' };
  if (isHealthy && code !== '' && fitsMessage(accepted.when, body)) return { status: 'accepted', code };
  const reason = refused.find(({ when }) => fitsMessage(when, body))?.reason;
  if (reason || !isHealthy) return { status: 'refused', reason: reason ?? 'refused', code: words ?? '200' };
  return { status: 'unclear', code: words ?? '200' };
}
