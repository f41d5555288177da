import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import type { OhipClient } from './ohip.client.js';
import { ohipChange } from './ohip.mapping.js';
import type { OhipSettings } from './ohip.settings.js';

/** Reservations as they are now, whatever their status. */
export class OhipReader implements Reads {
  constructor(
    private readonly client: OhipClient,
    private readonly settings: OhipSettings,
    private readonly clock: Clock,
  ) {}

  /** Hints name a reservation (parent) or one guest of it (record). */
  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const ids = new Set(hints.map(({ key }) => key.split('/')[0]).filter((id) => /^\d{1,18}$/.test(id)));
    const changes: Change[] = [];
    for (const id of ids) {
      const readAt = this.clock.instant();
      const { reservations } = await this.client.reservations({ reservationIdList: id }, 0, signal);
      changes.push(...reservations.map((reservation) => ohipChange(reservation, this.settings, readAt)));
    }
    return changes;
  }
}
