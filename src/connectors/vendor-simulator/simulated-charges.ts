import type { VendorCharges, VendorFile } from '../vendor-file/vendor-file.js';
import { chargeNames, taxNames } from '../vendor-file/vendor-charges.js';
import { filled, type TemplateValues } from '../vendor-file/template.js';
import { healthyBody } from './simulated-lists.js';
import { setAt } from './set-at.js';
import type { SimulatedRecords } from './simulated-records.js';

/** What was put on a bill, by the names that a file uses for it. */
export type BookedCharge = Readonly<Record<string, string>>;

/** The bills of a simulated vendor. */
export class SimulatedCharges {
  readonly booked: BookedCharge[] = [];
  /** Nothing is booked any more: by the file's reason of that number, or by the vendor's word alone. */
  refuses: number | 'unhealthy' | undefined;

  constructor(
    private readonly file: VendorFile,
    private readonly records: SimulatedRecords,
    private readonly settings: TemplateValues,
  ) {}

  /** What the path says of a charge; undefined: it is none. */
  asked({ request }: VendorCharges, method: string, { pathname }: URL): BookedCharge | undefined {
    const found = this.pattern(request.url.replace(/^\{[a-z0-9_]+\}/, '')).exec(decodeURIComponent(pathname));
    return found && method === 'POST' ? { ...found.groups } : undefined;
  }

  /** The answer to a charge, its form or JSON as it came. */
  answer(
    words: VendorCharges,
    said: BookedCharge,
    given: Readonly<Record<string, unknown>>,
  ): { status: number; body: unknown } {
    const { known, accepted, refused = [] } = words;
    const read = this.read(words.request.form ?? words.request.body ?? {}, given);
    if (typeof read === 'string') return { ...this.refusal(`${read} is wrong`), status: 400 };
    const charge = { ...said, ...read };
    if (!this.isThere(charge)) return this.refusal('there is no such guest');
    if (this.refuses === 'unhealthy') return this.refusal('simulated');
    if (this.refuses !== undefined) {
      const { status, body } = this.refusal('simulated');
      return { status, body: { ...body, ...healthyBody(refused[this.refuses].when) } };
    }
    const isKnown = charge.reference !== undefined && this.booked.some((each) => each.reference === charge.reference);
    if (known && isKnown) return { status: 200, body: healthyBody(known, 'it is booked already') };
    this.booked.push(charge);
    const body = healthyBody([...(this.file.answer?.healthy ?? []), ...accepted.when]);
    setAt(body, accepted.code, `charge-${this.booked.length}`);
    return { status: 200, body };
  }

  /** What stands where the file has names; text: the member that is not as the file has it. */
  private read(template: object, given: Readonly<Record<string, unknown>>): BookedCharge | string {
    const charge: Record<string, string> = {};
    for (const [place, text] of leavesOf(template)) {
      const value = leavesOf(given).find(([each]) => each === place)?.[1];
      if (value === undefined && taxNames.some((name) => text === `{${name}}`)) continue;
      const found = value === undefined ? null : this.pattern(text).exec(value);
      if (!found) return place;
      Object.assign(charge, found.groups);
    }
    return charge;
  }

  private pattern(text: string): RegExp {
    const names = chargeNames(this.file);
    const kept = Object.fromEntries(names.map((name) => [name, `\ue000${name}\ue000`]));
    const expected = filled(text, { ...this.settings, ...kept }).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${expected.replaceAll(/\ue000([a-z0-9_]+)\ue000/g, '(?<$1>.+)')}$`, 's');
  }

  /** By whatever of the key the charge names. */
  private isThere(charge: BookedCharge): boolean {
    const parts = [this.file.mapping.key].flat().map((_, index) => charge[`key_${index + 1}`]);
    return this.records.all.some(({ key }) => {
      if (charge.reservation !== undefined) return charge.reservation === key;
      return key.split('/').every((part, index) => parts[index] === undefined || parts[index] === part);
    });
  }

  /** By a status, where a body of this vendor does not say that it failed. */
  private refusal(words: string): { status: number; body: Record<string, unknown> } {
    const { healthy = [], said } = this.file.answer ?? {};
    const body: Record<string, unknown> = {};
    for (const { field, op, value } of healthy) if (op === 'eq') setAt(body, field, value === true ? false : 'failed');
    if (said) setAt(body, said, words);
    return { status: healthy.some(({ op }) => op === 'eq') ? 200 : 422, body };
  }
}

/** Every text, number and truth in it, with its place. */
function leavesOf(value: unknown, place = ''): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[place, String(value)]];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, `${place}/${name}`));
}
