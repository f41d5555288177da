import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Alarms } from '../../kernel/alarms.js';
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
      await this.alarms.end(inside, ['portal.guessing'], portals);
      return unlocked.length;
    });
  }
}

/** Counted over everybody at a portal. */
function isOfAll(kind: AttemptKind): boolean {
  return kind === 'portal' || kind === 'vouchers';
}
