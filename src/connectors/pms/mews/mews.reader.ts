import type { Clock, Instant } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Reads } from '../../../provisioning/connector/connector.js';
import type { MewsFilters, MewsClient } from './mews.client.js';
import type { MewsProperties } from './mews.properties.js';
import { changesOfMews, mewsExpectedUntil, guestIdsOf } from './mews.mapping.js';
import { companionships, customers, reservations, type MewsCustomer, type MewsReservation } from './mews.wire.js';

/** A hint about a room: everybody who lives in it is read again. */
export const roomHint = 'resource/';
const living = ['Confirmed', 'Started'];
const mergeDepth = 4;

/** Reads reservations whole: with companions, profiles and rooms, a thousand at a time. */
export class MewsReader implements Reads {
  constructor(
    private readonly client: MewsClient,
    private readonly house: MewsProperties,
    private readonly clock: Clock,
    private readonly expectedDays: number,
  ) {}

  /** Hints name a reservation (parent), one guest of it (record), a customer (guest), or a room. */
  async read(hints: Parameters<Reads['read']>[0], signal: AbortSignal): Promise<readonly Change[]> {
    const readAt = this.clock.instant();
    const named = new Set<string>();
    const guestIds = new Set<string>();
    const roomIds = new Set<string>();
    for (const { of, key } of hints) {
      if (of === 'guest') guestIds.add(key);
      else if (key.startsWith(roomHint)) roomIds.add(key.slice(roomHint.length));
      else named.add(key.split('/')[0]);
    }
    const spaceIds = roomIds.size > 0 ? await this.house.refreshed([...roomIds], signal) : [];
    const found = [
      ...(await this.reservationsBy('ReservationIds', [...named], {}, signal)),
      ...(await this.ofGuests([...guestIds], signal)),
      ...(await this.reservationsBy('AssignedResourceIds', spaceIds, { States: living }, signal)),
    ];
    const once = [...new Map(found.map((reservation) => [reservation.Id, reservation])).values()];
    return this.complete(once, readAt, signal);
  }

  /** What the reservations mean; `readAt` is when they were asked for. */
  async complete(found: readonly MewsReservation[], readAt: Instant, signal: AbortSignal): Promise<readonly Change[]> {
    if (found.length === 0) return [];
    const house = await this.house.current(signal);
    const companions = await this.companionsOf(
      found.map(({ Id }) => Id).filter((id) => typeof id === 'string'),
      signal,
    );
    const guestIds = found.flatMap((reservation) =>
      guestIdsOf({ reservation, companionIds: companions.get(reservation.Id) ?? [] }),
    );
    const profiles = await this.customersOf([...new Set(guestIds)], signal);
    const rooms = await this.house.roomsOf(
      found.map(({ AssignedResourceId }) => AssignedResourceId).filter((id): id is string => Boolean(id)),
      signal,
    );
    const blockNames = await this.house.blockNames(
      found.map(({ AvailabilityBlockId }) => AvailabilityBlockId).filter((id): id is string => Boolean(id)),
      signal,
    );
    return found.flatMap((reservation) =>
      changesOfMews({
        reservation,
        companionIds: companions.get(reservation.Id) ?? [],
        customers: profiles,
        resources: rooms,
        blockNames,
        house,
        readAt,
        expectedUntil: mewsExpectedUntil(readAt, this.expectedDays),
      }),
    );
  }

  private async reservationsBy(
    filter: string,
    ids: readonly string[],
    filters: MewsFilters,
    signal: AbortSignal,
  ): Promise<readonly MewsReservation[]> {
    if (ids.length === 0) return [];
    const { stayServiceIds } = await this.house.current(signal);
    return this.client.named(reservations, filter, ids, { ServiceIds: stayServiceIds, ...filters }, signal);
  }

  /** Current reservations that these customers own or accompany. */
  private async ofGuests(customerIds: readonly string[], signal: AbortSignal): Promise<readonly MewsReservation[]> {
    if (customerIds.length === 0) return [];
    const accompanied = (
      await this.client.named(companionships, 'CustomerIds', customerIds, { Extent: {} }, signal)
    ).map(({ ReservationId }) => ReservationId);
    return [
      ...(await this.reservationsBy('AccountIds', customerIds, { States: living }, signal)),
      ...(await this.reservationsBy(
        'ReservationIds',
        [...new Set(accompanied.filter((id): id is string => Boolean(id)))],
        { States: living },
        signal,
      )),
    ];
  }

  /** Companions of each reservation, first companion first; Mews lists the newest first. */
  private async companionsOf(
    reservationIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const byReservation = new Map<string, string[]>();
    for (const { ReservationId, CustomerId } of await this.client.named(
      companionships,
      'ReservationIds',
      reservationIds,
      { Extent: {} },
      signal,
    )) {
      if (ReservationId) byReservation.set(ReservationId, [CustomerId, ...(byReservation.get(ReservationId) ?? [])]);
    }
    return byReservation;
  }

  /** Profiles by id; a profile merged into another comes with that one. */
  private async customersOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, MewsCustomer>> {
    const byId = new Map<string, MewsCustomer>();
    for (let wanted = ids, depth = 0; wanted.length > 0 && depth < mergeDepth; depth += 1) {
      const found = await this.client.named(
        customers,
        'CustomerIds',
        wanted,
        { Extent: { Customers: true, Addresses: false }, ActivityStates: ['Active', 'Deleted'] },
        signal,
      );
      for (const customer of found) byId.set(customer.Id, customer);
      wanted = [
        ...new Set(
          found.map(({ MergeTargetId }) => MergeTargetId).filter((id): id is string => Boolean(id) && !byId.has(id!)),
        ),
      ];
    }
    return byId;
  }
}
