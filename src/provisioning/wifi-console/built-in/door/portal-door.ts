import { Injectable } from '@nestjs/common';
import { RadiusPasswords } from '../../../../console/passwords/radius-passwords.js';
import { PolicyExplanation } from '../../../../console/policies/policy-explanation.js';
import { SignInAttempts } from '../../../../console/sign-in/sign-in-attempts.js';
import { codeKey } from '../../../../console/vouchers/voucher.js';
import type { Context } from '../../../../kernel/context.js';
import { acceptedLastNames, foldName } from '../../../access/accepted-last-names.js';
import { DoorRepository } from './door.repository.js';
import { usernameKey } from '../../../../kernel/username-key.js';

/** What somebody shows at a captive portal. */
export type Shown =
  | { readonly by: 'room_surname'; readonly room: string; readonly surname: string }
  | { readonly by: 'voucher'; readonly code: string }
  | { readonly by: 'username_password'; readonly username: string; readonly password: string };

export interface Caller {
  /** 12 lower-case digits, as the access point told it; null when it did not. */
  readonly mac: string | null;
  readonly address: string;
  readonly ssid: string | null;
}

export type PortalAnswer =
  | {
      readonly decision: 'enter';
      /** As RADIUS knows the account: a user's name, or a voucher's code. */ readonly username: string;
    }
  /** The reason is for the log; a guest is told no more than that it does not fit. */
  | { readonly decision: 'refused'; readonly reason: string }
  | { readonly decision: 'wait'; readonly seconds: number };

const unknown = { decision: 'refused', reason: 'unknown_guest' } as const;

/**
 * Whether somebody at a captive portal may enter: by room and surname (of whoever is in that room now, sharers too;
 * case, accents and titles do not count), by a voucher, or by user name and password. Ten failures within 15 minutes,
 * for a caller or for what is guessed at, close the door for 15 minutes.
 */
@Injectable()
export class PortalSignIn {
  constructor(
    private readonly rows: DoorRepository,
    private readonly explanation: PolicyExplanation,
    private readonly passwords: RadiusPasswords,
    private readonly attempts: SignInAttempts,
  ) {}

  async signIn(context: Context, shown: Shown, caller: Caller): Promise<PortalAnswer> {
    const guessedAt = `portal ${context.organizationId} ${subjectOf(shown)}`;
    const from = `portal ${context.organizationId} ${caller.mac ?? caller.address}`;
    const seconds = await this.attempts.beginAsGuest(guessedAt, from);
    if (seconds !== undefined) return { decision: 'wait', seconds };
    const answer = await this.answer(context, shown, caller);
    if (answer.decision === 'enter') await this.attempts.succeededAsGuest(guessedAt, from);
    return answer;
  }

  private answer(context: Context, shown: Shown, caller: Caller): Promise<PortalAnswer> {
    switch (shown.by) {
      case 'room_surname':
        return this.byRoom(context, shown, caller);
      case 'voucher':
        return this.byVoucher(context, shown.code.trim(), caller);
      case 'username_password':
        return this.byPassword(context, shown, caller);
    }
  }

  private async byRoom(
    context: Context,
    { room, surname }: Extract<Shown, { by: 'room_surname' }>,
    caller: Caller,
  ): Promise<PortalAnswer> {
    const typed = foldName(surname);
    const guests = (await this.rows.guestsIn(context, waysToWrite(room))).filter(({ person }) =>
      acceptedLastNames(person).includes(typed),
    );
    // A wrong room and a wrong name look the same. Of a family that shares a name, whoever may enter is the one.
    let refused: PortalAnswer = unknown;
    for (const { userId, username } of guests) {
      const answer = await this.allowed(context, username, { user_id: userId }, caller);
      if (answer.decision === 'enter') return answer;
      refused = answer;
    }
    return refused;
  }

  private async byVoucher(context: Context, code: string, caller: Caller): Promise<PortalAnswer> {
    // Names of users are known to many: one that is shown as a code must not spare the password.
    return (await this.rows.isVoucher(context, codeKey(code)))
      ? this.allowed(context, code, { username: code }, caller)
      : { decision: 'refused', reason: 'unknown_voucher' };
  }

  private async byPassword(
    context: Context,
    { username, password }: Extract<Shown, { by: 'username_password' }>,
    caller: Caller,
  ): Promise<PortalAnswer> {
    const user = await this.rows.passwordOf(context, usernameKey(username));
    if (!user?.stored || !this.passwords.matches(password, user.stored))
      return { decision: 'refused', reason: user ? 'wrong_password' : 'unknown_user' };
    return this.allowed(context, username, { user_id: user.id }, caller);
  }

  /** The decision that RADIUS makes, too. */
  private async allowed(
    context: Context,
    username: string,
    who: { readonly user_id: string } | { readonly username: string },
    { mac, ssid }: Caller,
  ): Promise<PortalAnswer> {
    const { decision, reasons, parties } = await this.explanation.explain(context, {
      ...who,
      ...(mac === null ? {} : { mac }),
      ...(ssid === null ? {} : { ssid }),
    });
    if (decision === 'deny') return { decision: 'refused', reason: reasons[0]?.code ?? 'failed' };
    return { decision: 'enter', username: parties.user?.name ?? parties.voucher?.name ?? username };
  }
}

/** What is guessed at: a room, whatever name is tried for it. */
function subjectOf(shown: Shown): string {
  switch (shown.by) {
    // Upper case first: some letters (a long s) have none of their own, and would else be as many rooms to guess at.
    case 'room_surname':
      return `room ${shown.room.trim().replace(/^0+/, '').toUpperCase().toLowerCase()}`;
    case 'voucher':
      return `code ${shown.code.trim().toLowerCase()}`;
    case 'username_password':
      return `user ${usernameKey(shown.username)}`;
  }
}

/** Guests leave out leading zeros and write letters as they like; the hotel system does neither. */
function waysToWrite(room: string): string[] {
  const typed = room.trim();
  const bare = typed.replace(/^0+(?=.)/, '');
  return [
    ...new Set([
      typed,
      typed.toUpperCase(),
      typed.toLowerCase(),
      bare,
      bare.toUpperCase(),
      ...[3, 4, 5].map((length) => bare.padStart(length, '0')),
    ]),
  ];
}
