import { Injectable } from '@nestjs/common';
import {
  type AttemptKind,
  type AttemptLimit,
  PortalAttemptsRepository,
} from '../../console/portal-attempts/portal-attempts.repository.js';
import { Database } from '../../database/database.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, laterBy, secondsBetween } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';

/** What is tried, and by whom. */
export interface Tried {
  readonly kind: AttemptKind;
  readonly subject: string;
  /** Failures within so many minutes lock it for so many minutes. */
  readonly failures: number;
  readonly withinMinutes: number;
  readonly lockMinutes: number;
}

/** A common surname fits about one room in a hundred, so this many failures in ten minutes are no typing errors. */
const guessing = { failures: 60, withinMinutes: 10, lockMinutes: 30 };

/**
 * Limits tries at a portal, over all processes. A try is counted before it is made, or a burst would exceed the limit,
 * and given back if it was no failure.
 */
@Injectable()
export class PortalAttempts {
  constructor(
    private readonly rows: PortalAttemptsRepository,
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Seconds to wait if one of them is locked; undefined otherwise. */
  async begin(context: Context, portalId: string, tries: readonly Tried[]): Promise<number | undefined> {
    const taken: Tried[] = [];
    for (const tried of tries) {
      const seconds = await this.take(context, portalId, tried);
      if (seconds === undefined) {
        taken.push(tried);
        continue;
      }
      for (const { kind, subject } of taken) await this.rows.giveBack(context, portalId, kind, subject);
      return seconds;
    }
    return undefined;
  }

  /** A device gets back this one try; a room or an account starts afresh. */
  async succeeded(context: Context, portalId: string, tries: readonly Tried[]): Promise<void> {
    for (const { kind, subject } of tries)
      await (kind === 'device'
        ? this.rows.giveBack(context, portalId, kind, subject)
        : this.rows.forget(context, portalId, kind, subject));
  }

  /** The guest was asked for more, so nothing has failed yet. */
  async givenBack(context: Context, portalId: string, tries: readonly Tried[]): Promise<void> {
    for (const { kind, subject } of tries) await this.rows.giveBack(context, portalId, kind, subject);
  }

  /** Room and surname alone are not enough at present. */
  async isGuessedAt(context: Context, portalId: string): Promise<boolean> {
    return (await this.rows.lockOf(context, portalId, 'portal', portalId, this.clock.instant())) !== undefined;
  }

  /** No guest of that room: counted for the portal as a whole. Guessing raises an alert. */
  failedAtRoom(context: Context, portal: { readonly id: string; readonly name: string }): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const limit = this.limitOf({ kind: 'portal', subject: portal.id, ...guessing });
      const taken = await this.rows.take(inside, this.ids.next(), portal.id, limit, this.clock.instant());
      if (!taken?.lockedUntil) return;
      await this.alarms.raise(inside, [
        {
          event: 'portal.guessing',
          subjectId: portal.id,
          subjectName: portal.name,
          state: 'guessing',
          detail:
            `Rooms and surnames are being guessed at: ${taken.failures} failures within ` +
            `${guessing.withinMinutes} minutes. For ${guessing.lockMinutes} minutes guests are asked for another fact`,
          facts: { failures: taken.failures },
          endsAt: taken.lockedUntil,
        },
      ]);
    });
  }

  private async take(context: Context, portalId: string, tried: Tried): Promise<number | undefined> {
    const at = this.clock.instant();
    if (await this.rows.take(context, this.ids.next(), portalId, this.limitOf(tried), at)) return undefined;
    const lockedUntil = await this.rows.lockOf(context, portalId, tried.kind, tried.subject, at);
    return lockedUntil ? Math.max(1, Math.ceil(secondsBetween(at, lockedUntil))) : 1;
  }

  private limitOf({ kind, subject, failures, withinMinutes, lockMinutes }: Tried): AttemptLimit {
    const at = this.clock.instant();
    return {
      kind,
      subject,
      failures,
      countedUntil: laterBy(at, withinMinutes * 60),
      lockedUntil: laterBy(at, lockMinutes * 60),
    };
  }
}
