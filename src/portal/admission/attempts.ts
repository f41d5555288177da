import { Injectable } from '@nestjs/common';
import {
  type AttemptKind,
  type AttemptLimit,
  PortalAttemptsRepository,
} from '../../console/portal-attempts/portal-attempts.repository.js';
import { Database } from '../../database/database.js';
import { type Alarm, Alarms } from '../../kernel/alarms.js';
import { Clock, type Instant, laterBy, secondsBetween } from '../../kernel/clock.js';
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

/** The portal where somebody guesses. */
type Guessed = { readonly id: string; readonly name: string };

/** A common surname fits about one room in a hundred, so this many failures in ten minutes are no typing errors. */
const guessing = { failures: 60, withinMinutes: 10, lockMinutes: 30 };

/** Of devices that wait before a code is looked at. */
const turns = { firstSeconds: 30, lastSeconds: 120, apartSeconds: 0.5, goodSeconds: 600 };

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

  /** Devices wait before a code is looked at, at present. */
  async areCodesGuessedAt(context: Context, portalId: string, place: string): Promise<boolean> {
    return (await this.rows.lockOf(context, portalId, 'vouchers', place, this.clock.instant())) !== undefined;
  }

  /**
   * While vouchers are guessed at: seconds until this device may show a code, undefined once it has waited. Each turn
   * is half a second after the latest, so many devices at once wait longer, up to two minutes. It shuts out nobody: an
   * address of a device is easily made up, so no number of failures may close the way to others.
   */
  async waitForTurn(context: Context, portalId: string, place: string, who: string): Promise<number | undefined> {
    const at = this.clock.instant();
    if (await this.rows.useTurn(context, portalId, who, at)) return undefined;
    const given = await this.rows.turnOf(context, portalId, who, at);
    if (given !== undefined) return secondsUntil(at, given);
    const turn = await this.database.transaction(context, async (inside) => {
      const latest = await this.rows.latestTurn(inside, portalId, place);
      const next = turnAfter(latest, at);
      const until = laterBy(next, turns.goodSeconds);
      for (const whose of [place, who])
        await this.rows.giveTurn(inside, this.ids.next(), portalId, whose, at, { at: next, until });
      return next;
    });
    return secondsUntil(at, turn);
  }

  /** Room and surname alone are not enough at present. */
  async isGuessedAt(context: Context, portalId: string): Promise<boolean> {
    return (await this.rows.lockOf(context, portalId, 'portal', portalId, this.clock.instant())) !== undefined;
  }

  /** No guest of that room: counted for the portal as a whole. Guessing raises an alert. */
  failedAtRoom(context: Context, portal: Guessed): Promise<void> {
    return this.failed(context, portal, { kind: 'portal', subject: portal.id }, (failures) => ({
      state: 'guessing',
      detail:
        `Rooms and surnames are being guessed at: ${failures} failures within ${guessing.withinMinutes} minutes. ` +
        `For ${guessing.lockMinutes} minutes guests are asked for another fact`,
      facts: { failures },
    }));
  }

  /** No voucher: counted for the gateway that the redirect names, or else the portal, whatever device it was. */
  failedAtVoucher(context: Context, portal: Guessed, gatewayId: string | null): Promise<void> {
    return this.failed(context, portal, { kind: 'vouchers', subject: gatewayId ?? portal.id }, (failures) => ({
      state: 'guessing_vouchers',
      detail:
        `Codes of vouchers are being guessed at: ${failures} failures within ${guessing.withinMinutes} minutes. ` +
        `For ${guessing.lockMinutes} minutes devices wait before each code`,
      facts: { failures, guessed: 'vouchers', ...(gatewayId === null ? {} : { gateway_id: gatewayId }) },
    }));
  }

  private failed(
    context: Context,
    portal: Guessed,
    counted: Pick<Tried, 'kind' | 'subject'>,
    words: (failures: number) => Pick<Alarm, 'state' | 'detail' | 'facts'>,
  ): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const limit = this.limitOf({ ...counted, ...guessing });
      const taken = await this.rows.take(inside, this.ids.next(), portal.id, limit, this.clock.instant());
      if (!taken?.lockedUntil) return;
      const told = { event: 'portal.guessing', subjectId: portal.id, subjectName: portal.name } as const;
      await this.alarms.raise(inside, [{ ...told, ...words(taken.failures), endsAt: taken.lockedUntil }]);
    });
  }

  private async take(context: Context, portalId: string, tried: Tried): Promise<number | undefined> {
    const at = this.clock.instant();
    if (await this.rows.take(context, this.ids.next(), portalId, this.limitOf(tried), at)) return undefined;
    const lockedUntil = await this.rows.lockOf(context, portalId, tried.kind, tried.subject, at);
    return lockedUntil ? secondsUntil(at, lockedUntil) : 1;
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

function secondsUntil(at: Instant, later: Instant): number {
  return Math.max(1, Math.ceil(secondsBetween(at, later)));
}

function turnAfter(latest: Instant | undefined, now: Instant): Instant {
  const [first, last] = [laterBy(now, turns.firstSeconds), laterBy(now, turns.lastSeconds)];
  const next = latest === undefined ? first : laterBy(latest, turns.apartSeconds);
  if (next < first) return first;
  return next > last ? last : next;
}
