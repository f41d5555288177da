import { createHash } from 'node:crypto';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { parseText } from '../simulators/fias/ifc-records.js';
import { groupedBy } from './accounts.js';

/** How an account should look. */
export interface ExpectedAccount {
  readonly username: string;
  readonly disabled: 0 | 1;
  readonly group: string;
}

/**
 * A hotel in a busy hour: guests with names of their own in rooms of their own, so that each account name says whose it
 * is. What the interface wrote to its socket is remembered, connection by connection.
 */
export class TrackedHotel {
  readonly hotel: SimulatedHotel;
  private guests = 0;

  constructor(
    private readonly roll: () => number,
    readonly letter: string,
  ) {
    this.hotel = new SimulatedHotel({
      timeZone: 'Europe/Vienna',
      splitPackets: true,
      seed: Math.floor(roll() * 2 ** 31),
    });
  }

  /** One thing happens at the front desk. */
  act(): void {
    const { hotel, roll } = this;
    const inHouse = hotel.house.inHouse();
    const somebody = inHouse[Math.floor(roll() * inHouse.length)]?.reservation;
    const chance = roll();
    if (somebody === undefined || chance < 0.5) this.checkIn();
    else if (chance < 0.6) hotel.share(somebody, this.newGuest());
    else if (chance < 0.75) hotel.move(somebody, this.newRoom());
    else if (chance < 0.85) hotel.change(somebody, { vip: roll() < 0.5 ? '2' : '0' });
    else hotel.checkOut(somebody);
  }

  checkIn(): string {
    return this.hotel.checkIn({ room: this.newRoom(), ...this.newGuest() });
  }

  /** What the house says: everybody who is in it. */
  inHouse(): ExpectedAccount[] {
    return this.hotel.house.inHouse().map(({ room, lastName, vip }) => ({
      username: `${room}-${lastName}`.toLowerCase(),
      disabled: 0,
      group: groupOf(vip),
    }));
  }

  /**
   * The interface protocol acknowledges nothing: what was on its way when the process was killed is lost to both sides
   * until the next full list. So of each connection exactly the first frames are stored, in their order, none twice.
   * @returns the stored records, or what is wrong with them
   */
  storedOf(digests: readonly string[]): { readonly texts: readonly string[] } | { readonly wrong: string } {
    const said = groupedBy(
      this.hotel.ifc.said.filter(({ text }) => !text.startsWith('L')),
      ({ connection }) => String(connection),
    );
    const texts: string[] = [];
    for (const records of said.values()) {
      for (const { text } of records) {
        if (digestOf(text) !== digests[texts.length]) break;
        texts.push(text);
      }
    }
    if (texts.length === digests.length) return { texts };
    return { wrong: `stored frame ${texts.length + 1} of ${digests.length} is not the next one that was said` };
  }

  private newGuest(): { lastName: string; firstName: string; vip: string } {
    this.guests += 1;
    return { lastName: `Guest${this.letter}${this.guests}`, firstName: 'Alex', vip: this.roll() < 0.15 ? '2' : '0' };
  }

  private newRoom(): string {
    this.guests += 1;
    return String(1000 + this.guests);
  }
}

/**
 * What the records say of each guest, the last word of each; who is in house at the beginning of a complete list and
 * not in it has left.
 */
export function accountsOf(texts: readonly string[]): ExpectedAccount[] {
  const accounts = new Map<string, ExpectedAccount>();
  let heardOf: Set<string> | null = null;
  for (const text of texts) {
    const { id, fields } = parseText(text);
    const reservation = fields.get('G#') ?? '';
    const known = accounts.get(reservation);
    heardOf?.add(reservation);
    if (id === 'DS') heardOf = new Set();
    if (id === 'GO' && known) accounts.set(reservation, { ...known, disabled: 1 });
    if (id === 'GI' || id === 'GC')
      accounts.set(reservation, {
        username: `${fields.get('RN')}-${fields.get('GN')}`.toLowerCase(),
        disabled: 0,
        group: groupOf(fields.get('GV')),
      });
    if (id !== 'DE' || !heardOf) continue;
    for (const [key, account] of accounts) if (!heardOf.has(key)) accounts.set(key, { ...account, disabled: 1 });
    heardOf = null;
  }
  return [...accounts.values()];
}

function groupOf(vip: string | undefined): string {
  return vip === '2' ? 'VIP guests' : 'Hotel guests';
}

function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
