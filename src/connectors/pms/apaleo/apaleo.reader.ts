import { type Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import { type ApaleoClient, apaleoTime, type ApaleoFilters } from './apaleo.client.js';
import { changesOfApaleo, apaleoExpectedUntil } from './apaleo.mapping.js';
import type { ApaleoSettings } from './apaleo.settings.js';
import type { ApaleoReservation } from './apaleo.wire.js';

/** A hint about a room: everybody who lives in it is read again. */
export const unitHint = 'unit/';
/** Above this number, reservations are first looked up among the current ones: a coach party is one page. */
const mostSingleReads = 20;
const zoneLifeMilliseconds = 3_600_000;

/** Reads reservations as they are now. */
export class ApaleoReader implements Reads {
  private zone: { readonly name: string; readonly until: number } | undefined;

  constructor(
    private readonly client: ApaleoClient,
    private readonly settings: ApaleoSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Hints name a reservation (parent), one guest of it (record), or a room. Apaleo reads one reservation at a time;
   * many are first looked up in lists.
   */
  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const readAt = this.clock.instant();
    const ids = new Set(hints.filter(({ key }) => !key.startsWith(unitHint)).map(({ key }) => key.split('/')[0]));
    const unitIds = new Set(
      hints.filter(({ key }) => key.startsWith(unitHint)).map(({ key }) => key.slice(unitHint.length)),
    );
    const found: ApaleoReservation[] =
      ids.size > mostSingleReads
        ? (await this.living({ dateFilter: 'Stay', ...this.nearDays(readAt) }, signal)).filter(({ id }) =>
            ids.delete(id),
          )
        : [];
    for (const id of ids) {
      const reservation = await this.client.reservation(id, signal);
      if (reservation && reservation.property?.id === this.settings.property_id) found.push(reservation);
    }
    if (unitIds.size > 0) found.push(...(await this.living({ unitIds: [...unitIds].join(',') }, signal)));
    return this.complete(found, readAt, signal);
  }

  /** What the reservations mean; `readAt` is when they were asked for. */
  async complete(
    found: readonly ApaleoReservation[],
    readAt: Instant,
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    if (found.length === 0) return [];
    const timeZone = await this.timeZone(signal);
    const { site, expected_days: days } = this.settings;
    return found.flatMap((reservation) =>
      changesOfApaleo({ reservation, site, timeZone, readAt, expectedUntil: apaleoExpectedUntil(readAt, days) }),
    );
  }

  /** Overdue guests are further back: those not in these lists are read singly. */
  private nearDays(now: Instant): ApaleoFilters {
    return {
      from: apaleoTime(laterBy(now, -86_400)),
      to: apaleoTime(apaleoExpectedUntil(now, this.settings.expected_days)),
    };
  }

  private async living(filters: ApaleoFilters, signal: AbortSignal): Promise<readonly ApaleoReservation[]> {
    const found: ApaleoReservation[] = [];
    for (let page = 1; ; page += 1) {
      const { reservations, count } = await this.client.page(
        { ...filters, status: 'InHouse,Confirmed', sort: 'id:asc' },
        page,
        signal,
      );
      found.push(...reservations);
      if (reservations.length === 0 || found.length >= count) return found;
    }
  }

  private async timeZone(signal: AbortSignal): Promise<string> {
    if (!this.zone || this.clock.milliseconds() >= this.zone.until) {
      this.zone = {
        name: (await this.client.property(signal)).timeZone,
        until: this.clock.milliseconds() + zoneLifeMilliseconds,
      };
    }
    return this.zone.name;
  }
}
