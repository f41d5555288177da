import { Injectable } from '@nestjs/common';
import { roomKey } from '../../console/portal-attempts/room-key.js';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type GuestInRoom, GuestsInHouse } from '../../provisioning/wifi-console/built-in/guests-in-house.js';
import { PortalAttempts, type Tried } from '../admission/attempts.js';
import { type Allowed, AllowedAccounts, type Station } from './allowed-accounts.js';
import type { GuestProof, Verdict } from './proof.js';
import { fitsSurname, fitsThirdFact } from './surname.js';

/** For so long a guest who left is told that they did. */
const leftSeconds = 24 * 3600;
const unknownGuest = { decision: 'refused', field: 'surname', reason: 'unknown_guest' } as const;

export interface FoundGuest {
  readonly decision: 'found';
  readonly account: Allowed;
  readonly person: GuestInRoom['person'];
}

/**
 * A guest by room and surname. Unknown room, wrong name, not arrived and no account are one answer, made by the same
 * questions to the database.
 */
@Injectable()
export class RoomSurname {
  constructor(
    private readonly guests: GuestsInHouse,
    private readonly accounts: AllowedAccounts,
    private readonly attempts: PortalAttempts,
    private readonly clock: Clock,
  ) {}

  tries(portal: CaptivePortal, room: string): Tried {
    const { attempts = 10, lock_minutes: lockMinutes = 15 } = portal.roomRules;
    return { kind: 'room', subject: roomKey(room).slice(0, 64), failures: attempts, withinMinutes: 15, lockMinutes };
  }

  async find(
    context: Context,
    portal: CaptivePortal,
    { room, surname, thirdFact }: Extract<GuestProof, { by: 'room_surname' }>,
    station: Station,
  ): Promise<FoundGuest | Verdict> {
    const rule = portal.roomRules.third_fact ?? 'ambiguous';
    // Asked for before anything is looked up: it must not tell that the rest is right.
    const isAsked = rule === 'always' || (await this.attempts.isGuessedAt(context, portal.id));
    const areSharersIn = portal.roomRules.sharers === 'main_account';
    const what = areSharersIn ? 'confirmation_number' : 'departure';
    if (isAsked && !thirdFact?.trim()) return { decision: 'third_fact', what };
    const key = roomKey(room);
    const rooms = (await this.guests.rooms(context)).filter((each) => roomKey(each) === key && key !== '');
    const leftSince = laterBy(this.clock.instant(), -leftSeconds);
    const inRoom = await this.guests.inRooms(context, rooms, leftSince);
    const named = inRoom.filter(({ person }) => fitsSurname(surname, person));
    const present = inRoom.filter(({ hasLeft }) => !hasLeft);
    if (areSharersIn && !present.some((each) => named.includes(each) && each.userId !== null)) {
      if (named.length === 0 && !thirdFact?.trim()) return { decision: 'third_fact', what, isFailure: true };
      const main = named.length > 0 ? bookingsOf(named, present) : bookedAs(thirdFact ?? '', present);
      const shared = await this.firstAllowed(context, main, station);
      // What the hotel knows of the main guest says nothing of who shares the room.
      if (shared.decision === 'found') return { ...shared, person: { lastName: surname.trim().slice(0, 100) } };
      if (named.length === 0) return shared;
    }
    const proven = thirdFact?.trim() ? named.filter(({ person }) => fitsThirdFact(thirdFact, person)) : named;
    const there = proven.filter(({ hasLeft }) => !hasLeft);
    if (!thirdFact?.trim() && rule !== 'never' && isAmbiguous(there))
      return { decision: 'third_fact', what: there.every(hasNumber) ? 'confirmation_number' : 'departure' };
    const found = await this.firstAllowed(context, there, station);
    if (found.decision !== 'refused') return found;
    if (there.length === 0 && proven.length > 0) return { ...unknownGuest, field: null, reason: 'checked_out' };
    // Known beyond doubt by three things: what is wrong is the third.
    if (named.length > 0 && proven.length === 0 && !isAsked)
      return { decision: 'refused', field: 'third_fact', reason: 'third_fact_wrong' };
    return found;
  }

  /** Of a family that shares a name, whoever may enter is the one. */
  private async firstAllowed(
    context: Context,
    guests: readonly GuestInRoom[],
    station: Station,
  ): Promise<FoundGuest | Extract<Verdict, { decision: 'refused' }>> {
    let refused: Extract<Verdict, { decision: 'refused' }> = unknownGuest;
    let isAsked = false;
    for (const { userId, person } of guests) {
      if (userId === null) continue;
      isAsked = true;
      const account = await this.accounts.ofUser(context, userId, station);
      if (account.isAllowed) return { decision: 'found', account, person };
      if (!['not_yet_valid', 'unknown_user'].includes(account.reason))
        refused = { decision: 'refused', field: null, reason: 'not_allowed' };
    }
    // As long as it would take for somebody.
    if (!isAsked) await this.accounts.ofNobody(context, station);
    return refused;
  }
}

/** Who has the account of these guests' bookings. */
function bookingsOf(guests: readonly GuestInRoom[], present: readonly GuestInRoom[]): GuestInRoom[] {
  const numbers = new Set(guests.filter(({ hasLeft }) => !hasLeft).map(({ person }) => person.reservationNumber ?? ''));
  return present.filter(({ person }) => numbers.has(person.reservationNumber ?? ''));
}

/** The day of departure would be guessed: only the number of the booking counts for somebody whom nobody named. */
function bookedAs(number: string, present: readonly GuestInRoom[]): GuestInRoom[] {
  return present.filter(({ person }) => fitsThirdFact(number, { reservationNumber: person.reservationNumber }));
}

/** Guests of different bookings, or of rooms that are one only in the way guests write them. */
function isAmbiguous(guests: readonly GuestInRoom[]): boolean {
  const stays = guests
    .filter(({ userId }) => userId !== null)
    .map(({ room, person }) => `${room}\u001f${person.reservationNumber ?? ''}`);
  return new Set(stays).size > 1;
}

function hasNumber({ person }: GuestInRoom): boolean {
  return person.reservationNumber !== undefined;
}
