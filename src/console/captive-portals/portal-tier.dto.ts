import { readEntries } from '../../http/body/dto-check.js';
import { Field, IdField, OneOfField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { tierEndings, tierPayments } from './portal-tier.js';

const mostTiers = 10;
const currencies: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));
const entries = ['name', 'price', 'currency', 'group', 'duration', 'pay'] as const;

/** ISO 4217. */
export function currencyCode(value: unknown): unknown {
  return currencies.has(value) ? value : new Wrong('must be a currency as ISO 4217 writes it, such as EUR');
}

/** Better access, for money. */
export class PortalTierDto {
  /**
   * As guests read it, and as it stands on the bill, where hotel systems cut it at 20 signs. One tier's of a portal.
   */
  @TextField(64, { example: 'Fast Wi-Fi, one day' })
  name: string;

  /** In minor units of the currency: 490 is 4.90 in EUR. */
  @WholeNumberField(1, 99_999_999, { example: 490 })
  price: number;

  /** ISO 4217; that of the hotel's bills, where the room pays. */
  @Field(currencyCode, { pattern: '^[A-Z]{3}$', example: 'EUR' })
  currency: string;

  /** Id of the user group of those who pay. */
  @IdField()
  group: string;

  /** Seconds that the access lasts, from the moment it is paid. */
  @WholeNumberField(60, 31_536_000, { example: 86_400 })
  duration: number;

  /**
   * room: on the guest's bill, through a connection to a hotel system that charges rooms. card: on the page of a
   * payment provider, which must exist first.
   */
  @OneOfField(tierPayments, { example: 'room' })
  pay: string;

  /** At check-out, access that was paid for is kept until its own end (keep) or ends at once (end). */
  @OneOfField(tierEndings, { required: false, default: 'keep', example: 'keep' })
  at_check_out?: string;
}

const readTier = readEntries(PortalTierDto);

/** A list of whole tiers, each with a name of its own. */
export function portalTiers(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > mostTiers) return new Wrong(`must be a list of up to ${mostTiers} tiers`);
  const found: Record<string, unknown>[] = [];
  for (const [index, wanted] of value.entries()) {
    const tier = wanted === null ? new Wrong('must be an object') : readTier(wanted);
    if (tier instanceof Wrong) return new Wrong(tier.detail, `/${index}${tier.at}`);
    const entry = tier as Record<string, unknown>;
    const missing = entries.find((name) => entry[name] === undefined);
    if (missing) return new Wrong('is required', `/${index}/${missing}`);
    if (found.some(({ name }) => name === entry.name))
      return new Wrong('is the name of another tier', `/${index}/name`);
    found.push({ ...entry, at_check_out: entry.at_check_out ?? 'keep' });
  }
  return found;
}
