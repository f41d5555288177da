import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../console/audit-trail/audit-trail.js';
import { UsersService } from '../../console/users/users.service.js';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { type Extension, extensibleKinds } from '../../provisioning/access/extension.js';
import { ConnectionRepository } from '../../provisioning/connection/connection.repository.js';
import { AccessExtensions } from '../../provisioning/intake/access-extensions.js';
import type { Guest } from './guest.js';
import { GuestsService } from './guests.service.js';

const mostDays = 31;

/** Gives access for longer than the outside system says. */
@Injectable()
export class GuestExtensions {
  constructor(
    private readonly guests: GuestsService,
    private readonly users: UsersService,
    private readonly connections: ConnectionRepository,
    private readonly extensions: AccessExtensions,
    private readonly trail: AuditTrail,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found, invalid, conflict */
  give(context: Context, id: string, until: Instant, reason: string | null): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const guest = await this.guests.read(inside, id);
      const now = this.clock.instant();
      if (until <= now) throw Problem.invalidField('until', 'must be in the future');
      if (until > laterBy(now, mostDays * 86_400))
        throw Problem.invalidField('until', `must be at most ${mostDays} days from now`);
      const { extension } = await this.guests.more(inside, guest);
      requireLonger(guest, until, extension !== null);
      if (guest.kind === 'user') {
        await this.users.change(inside, guest.id, { validUntil: until }, undefined);
        return;
      }
      await this.put(inside, guest, { until, givenAt: now, reason });
    });
  }

  /** @throws Problem not_found, conflict */
  withdraw(context: Context, id: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const guest = await this.guests.read(inside, id);
      const { extension } = await this.guests.more(inside, guest);
      if (!extension) throw new Problem('conflict', 'There is no extension');
      await this.put(inside, guest, null);
    });
  }

  private async put(inside: Context, guest: Guest, extension: Extension | null): Promise<void> {
    const { id, kind, detail } = guest;
    if (!detail.connection || !extensibleKinds.includes(kind))
      throw new Problem(
        'conflict',
        `Only guests and visitors are extended here: ${detail.connection?.name ?? 'another system'} says how long ` +
          'this access lasts',
      );
    const connection = await this.connections.load(inside, detail.connection.id);
    await this.extensions.set(inside, connection, id, extension);
    await this.trail.record(
      inside,
      {
        action: extension ? 'extend' : 'withdraw',
        resource: 'guests',
        resourceId: id,
        label: detail.account?.username ?? null,
      },
      extension && { until: extension.until, reason: extension.reason },
    );
  }
}

/** A shorter extension may replace another. */
function requireLonger({ detail: { account, until: present } }: Guest, until: Instant, isExtended: boolean): void {
  if (present === null && account) throw Problem.invalidField('until', 'this access has no end');
  if (present !== null && until <= present && !isExtended)
    throw Problem.invalidField('until', `must be later than ${present}, when access ends by itself`);
}
