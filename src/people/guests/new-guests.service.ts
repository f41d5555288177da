import { Injectable } from '@nestjs/common';
import { UsersService } from '../../console/users/users.service.js';
import { permits } from '../../http/access/permits.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { NewGuest } from './guest-actions.dto.js';

const mostDays = 31;
const nameLength = 6;
const passwordLength = 8;

/** Somebody at the desk whom no outside system knows: an account by hand, with a name and a password to type. */
@Injectable()
export class NewGuests {
  constructor(
    private readonly users: UsersService,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem invalid, forbidden */
  async add(context: Context, guest: NewGuest): Promise<{ id: string; username: string; password: string }> {
    const { firstName = null, lastName, until, note = null, email = null, phone = null, groupId = null } = guest;
    const now = this.clock.instant();
    if (until <= now) throw Problem.invalidField('until', 'must be in the future');
    if (until > laterBy(now, mostDays * 86_400))
      throw Problem.invalidField('until', `must be at most ${mostDays} days from now`);
    if (groupId !== null && !permits(context.actor, 'users:write'))
      throw new Problem('forbidden', 'A group may be chosen by those who have users:write');
    const password = this.chance.text(passwordLength, readableAlphabet);
    const { id, username } = await this.users.create(context, {
      username: `visitor-${this.chance.text(nameLength, readableAlphabet).toLowerCase()}`,
      password,
      firstName,
      lastName,
      email,
      phone,
      groupId,
      validUntil: until,
      comment: note,
    });
    return { id, username, password };
  }
}
