import { Refusal } from './front-office.js';

export interface PostedCharge {
  readonly folioId: string;
  readonly reservationId: string;
  readonly charge: Readonly<Record<string, unknown>>;
}

/** The main folio of each reservation, and what was charged to it. */
export class Folios {
  readonly charges: PostedCharge[] = [];
  /** Reservations whose bill was made out. */
  readonly closed = new Set<string>();
  private readonly answers = new Map<string, object>();

  constructor(private readonly find: (reservationId: string) => object) {}

  /** As the list of folios shows them; nothing: 204. */
  of(reservationIds: string | null, known: readonly string[]): object | undefined {
    const wanted = reservationIds === null ? known : known.filter((id) => reservationIds.split(',').includes(id));
    if (wanted.length === 0) return undefined;
    const folios = wanted.map((id) => ({
      id: `${id}-1`,
      isMainFolio: true,
      status: this.closed.has(id) ? 'Closed' : 'Open',
    }));
    return { folios, count: folios.length };
  }

  /** The same key gets the first answer again, and is charged once. */
  charge(folioId: string, key: string | undefined, charge: Readonly<Record<string, unknown>>): object {
    const known = key === undefined ? undefined : this.answers.get(key);
    if (known) return known;
    const reservationId = folioId.replace(/-1$/, '');
    this.find(reservationId);
    for (const name of ['serviceType', 'vatType', 'name', 'amount'])
      if (charge[name] === undefined) throw new Refusal(400, `${name} is missing`);
    if (this.closed.has(reservationId)) throw new Refusal(422, 'The action AddCharge is not allowed for this folio');
    this.charges.push({ folioId, reservationId, charge });
    const answer = { id: `${folioId}-CH-${this.charges.length}` };
    if (key !== undefined) this.answers.set(key, answer);
    return answer;
  }
}
