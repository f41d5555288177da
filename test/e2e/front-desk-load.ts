import type { SimulatedHotel } from '../simulators/fias/hotel.js';
import { pause } from './until.js';

export interface Waits {
  /** Milliseconds from the frame that leaves the front desk to an account that `GET /users` shows enabled; disabled. */
  readonly checkIns: readonly number[];
  readonly checkOuts: readonly number[];
  /** Accounts that were never seen as they should be. */
  readonly missing: readonly string[];
}

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
  readonly stayMilliseconds: number;
  /** Part of every surname, so that names do not meet those of another load. */
  readonly name: string;
  readonly patienceSeconds: number;
  readonly list: (query: string) => Promise<readonly { readonly username: string; readonly disabled: number }[]>;
}

/** Names in one question to the API. */
const mostNames = 100;

/**
 * Guests check in at a steady rate, stay a little and check out again, while the API is asked over and over who is
 * there.
 */
export async function frontDeskLoad(
  hotel: SimulatedHotel,
  { perSecond, seconds, stayMilliseconds, name, patienceSeconds, list }: Load,
): Promise<Waits> {
  const wanted = { 0: new Map<string, number>(), 1: new Map<string, number>() };
  const waits = { checkIns: [] as number[], checkOuts: [] as number[] };
  const guests = perSecond * seconds;
  const begun = performance.now();
  let lastAt = begun;
  let asking = true;
  const look = async (disabled: 0 | 1, found: number[]) => {
    while (asking) {
      const names = [...wanted[disabled].keys()].slice(0, mostNames);
      const seen =
        names.length === 0
          ? []
          : await list(`page_size=${mostNames}&filter[disabled]=${disabled}&filter[username][in]=${names.join(',')}`);
      for (const { username } of seen) {
        found.push(performance.now() - (wanted[disabled].get(username) ?? 0));
        wanted[disabled].delete(username);
        lastAt = performance.now();
      }
      await pause(10);
    }
  };
  const looking = [look(0, waits.checkIns), look(1, waits.checkOuts)];

  for (let guest = 0; guest < guests; guest += 1) {
    const late = begun + (guest * 1000) / perSecond - performance.now();
    if (late > 1) await pause(late);
    const username = `${2000 + guest}-${name}${guest}`;
    wanted[0].set(username, performance.now());
    const reservation = hotel.checkIn({ room: String(2000 + guest), lastName: `${name}${guest}`, firstName: 'Alex' });
    const begunAt = performance.now();
    // Who leaves before a busy machine has come to her check-in never gets an account, and needs none.
    const leave = () => {
      if (wanted[0].has(username) && performance.now() - begunAt < patienceSeconds * 1000) {
        setTimeout(leave, 100);
        return;
      }
      wanted[1].set(username, performance.now());
      hotel.checkOut(reservation);
    };
    setTimeout(leave, stayMilliseconds);
  }
  lastAt = performance.now() + stayMilliseconds;
  const isOver = () => waits.checkIns.length + waits.checkOuts.length === 2 * guests;
  while (!isOver() && performance.now() - lastAt < patienceSeconds * 1000) await pause(20);
  asking = false;
  await Promise.all(looking);
  return { ...waits, missing: [...wanted[0].keys(), ...wanted[1].keys()] };
}
