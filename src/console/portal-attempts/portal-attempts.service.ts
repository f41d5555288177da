import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { UnlockInputDto } from './portal-attempt.dto.js';
import { type AttemptKind, type PortalAttempt, PortalAttemptsRepository } from './portal-attempts.repository.js';
import { roomKey } from './room-key.js';

@Injectable()
export class PortalAttemptsService {
  constructor(
    private readonly rows: PortalAttemptsRepository,
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<PortalAttempt>> {
    return this.rows.list(context, list);
  }

  /** Number of locks and counts that were dropped. */
  unlock(context: Context, { id, room, mac }: UnlockInputDto): Promise<number> {
    if ([id, room, mac].filter((each) => each !== undefined).length !== 1)
      throw Problem.invalidField('room', 'give one of id, room and mac');
    return this.database.transaction(context, async (inside) => {
      const unlocked = await this.rows.unlock(
        inside,
        id === undefined
          ? room === undefined
            ? { kind: 'device', subject: mac ?? '' }
            : { kind: 'room', subject: roomKey(room) }
          : { id },
      );
      if (id !== undefined && unlocked.length === 0) throw Problem.notFound('portal attempt', id);
      const portals = unlocked.filter(({ kind }) => isOfAll(kind)).map(({ captivePortalId }) => captivePortalId);
      if (portals.length > 0) await this.endAlarms(inside, portals);
      return unlocked.length;
    });
  }

  /** A portal has one alarm, which lasts while rooms, or vouchers at any of its gateways, are guessed at. */
  private async endAlarms(inside: Context, portals: readonly string[]): Promise<void> {
    const guessedAt = await this.rows.stillGuessedAt(inside, portals, this.clock.instant());
    const over = portals.filter((id) => !guessedAt.includes(id));
    await this.alarms.end(inside, ['portal.guessing'], over);
  }
}

/** Counted over everybody at a portal. */
function isOfAll(kind: AttemptKind): boolean {
  return kind === 'portal' || kind === 'vouchers';
}
