import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import type { Gateway } from '../../../console/gateways/gateway.js';
import { Database } from '../../../database/database.js';
import { Alarms } from '../../../kernel/alarms.js';
import type { Context } from '../../../kernel/context.js';
import type { ControllerProblem } from './client/controller.js';

/** Tells people, once, that a controller cannot be asked, and once that it can again. */
@Injectable()
export class ControllerTroubles {
  /** What this process last saw of a gateway's controller: most calls change nothing. */
  private readonly seen = new LRUCache<string, string>(atMost(10_000));

  constructor(
    private readonly alarms: Alarms,
    private readonly database: Database,
  ) {}

  async arose(
    context: Context,
    { id, name }: Pick<Gateway, 'id' | 'name'>,
    { code, message }: ControllerProblem,
  ): Promise<void> {
    if (code === 'rate_limited' || this.seen.get(id) === code) return;
    await this.database.transaction(context, (inside) =>
      this.alarms.raise(inside, [
        {
          event: 'portal.controller_unreachable',
          subjectId: id,
          subjectName: name,
          state: code,
          detail: message,
          facts: { code },
        },
      ]),
    );
    this.seen.set(id, code);
  }

  async over(context: Context, { id }: Pick<Gateway, 'id'>): Promise<void> {
    if (this.seen.get(id) === 'fine') return;
    await this.database.transaction(context, (inside) =>
      this.alarms.end(inside, ['portal.controller_unreachable'], [id]),
    );
    this.seen.set(id, 'fine');
  }
}
