import type { MewsHotel } from './hotel.js';
import { Refusal, type Kept } from './hotel-records.js';

export type Body = Readonly<Record<string, unknown>>;

const threeMonthsMilliseconds = 92 * 86_400_000;

/** The getAll operations: filters, intervals (both ends inclusive), cursor paging newest first. */
export const lists: Readonly<Record<string, (hotel: MewsHotel, body: Body) => Body>> = {
  'reservations/getAll/2023-06-06': (hotel, body) => {
    refuseBoth(body, 'ScheduledStartUtc', 'ActualStartUtc');
    refuseBoth(body, 'ScheduledEndUtc', 'ActualEndUtc');
    const services =
      ids(body, 'ServiceIds') ??
      new Set([...hotel.services.values()].filter(({ Data }) => Data.Discriminator === 'Bookable').map(({ Id }) => Id));
    const [byId, byAccount, byRoom, byGroup, states] = [
      'ReservationIds',
      'AccountIds',
      'AssignedResourceIds',
      'ReservationGroupIds',
      'States',
    ].map((name) => ids(body, name));
    const [updated, created, colliding, starts, ends, started, ended] = [
      'UpdatedUtc',
      'CreatedUtc',
      'CollidingUtc',
      'ScheduledStartUtc',
      'ScheduledEndUtc',
      'ActualStartUtc',
      'ActualEndUtc',
    ].map((name) => interval(body, name));
    return paged(
      'Reservations',
      [...hotel.reservations.values()],
      body,
      (each) =>
        services.has(each.ServiceId) &&
        has(byId, each.Id) &&
        has(byAccount, each.AccountId) &&
        has(byRoom, each.AssignedResourceId) &&
        has(byGroup, each.GroupId) &&
        has(states, each.State) &&
        within(updated, each.UpdatedUtc) &&
        within(created, each.CreatedUtc) &&
        within(starts, each.ScheduledStartUtc) &&
        within(ends, each.ScheduledEndUtc) &&
        within(started, each.ActualStartUtc) &&
        within(ended, each.ActualEndUtc) &&
        (!colliding ||
          (Date.parse(each.ScheduledStartUtc) <= colliding[1] && Date.parse(each.ScheduledEndUtc) >= colliding[0])),
    );
  },
  'customers/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    if (!body.CustomerIds && !body.UpdatedUtc && !body.CreatedUtc) throw new Refusal(400, 'Invalid CustomerIds');
    const [byId, states = new Set(['Active'])] = [ids(body, 'CustomerIds'), ids(body, 'ActivityStates')];
    const updated = interval(body, 'UpdatedUtc');
    return paged(
      'Customers',
      [...hotel.customers.values()],
      body,
      (each) =>
        has(byId, each.Id) && within(updated, each.UpdatedUtc) && has(states, each.IsActive ? 'Active' : 'Deleted'),
    );
  },
  'companionships/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    const [byReservation, byCustomer, byGroup] = ['ReservationIds', 'CustomerIds', 'ReservationGroupIds'].map((name) =>
      ids(body, name),
    );
    if (!byReservation && !byCustomer && !byGroup) throw new Refusal(400, 'Invalid ReservationIds');
    return paged(
      'Companionships',
      [...hotel.companionships.values()],
      body,
      (each) =>
        has(byReservation, each.ReservationId) &&
        has(byCustomer, each.CustomerId) &&
        has(byGroup, each.ReservationGroupId),
    );
  },
  'resources/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    const byId = ids(body, 'ResourceIds');
    return paged('Resources', [...hotel.resources.values()], body, (each) => has(byId, each.Id));
  },
  'services/getAll': (hotel, body) => {
    const byId = ids(body, 'ServiceIds');
    return paged('Services', [...hotel.services.values()], body, (each) => has(byId, each.Id));
  },
  'availabilityBlocks/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    const [byId, byService] = [ids(body, 'AvailabilityBlockIds'), ids(body, 'ServiceIds')];
    if (!byId && !byService) throw new Refusal(400, 'Invalid ServiceIds');
    return paged('AvailabilityBlocks', [...hotel.blocks.values()], body, (each) => has(byId, each.Id));
  },
  'resourceCategories/getAll': (hotel, body) => {
    const services = ids(body, 'ServiceIds');
    if (!services) throw new Refusal(400, 'Invalid ServiceIds');
    return paged('ResourceCategories', [...hotel.categories.values()], body, (each) => services.has(each.ServiceId));
  },
};

/** Newest first; the cursor is the oldest item given, and null on an empty page only. */
function paged<Item extends Kept>(
  name: string,
  all: readonly Item[],
  body: Body,
  matches: (item: Item) => boolean,
): Body {
  const limitation = requireObject(body, 'Limitation');
  const { Count: count, Cursor: cursor } = limitation;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 1000)
    throw new Refusal(400, 'Invalid Limitation');
  const before = typeof cursor === 'string' ? all.find(({ Id }) => Id === cursor)?.seq : Infinity;
  if (before === undefined) throw new Refusal(400, 'Invalid Cursor');
  const page = all
    .filter((item) => item.seq < before && matches(item))
    .sort((one, other) => other.seq - one.seq)
    .slice(0, count);
  return { [name]: page.map((item) => ({ ...item, seq: undefined })), Cursor: page.at(-1)?.Id ?? null };
}

export function intervalDays(body: Body): number {
  return Math.max(
    0,
    ...['UpdatedUtc', 'CollidingUtc']
      .map((name) => interval(body, name))
      .map((found) => (found ? (found[1] - found[0]) / 86_400_000 : 0)),
  );
}

function interval(body: Body, name: string): readonly [number, number] | undefined {
  if (body[name] === undefined || body[name] === null) return undefined;
  const { StartUtc, EndUtc } = body[name] as { StartUtc?: string; EndUtc?: string };
  const [start, end] = [Date.parse(StartUtc ?? ''), Date.parse(EndUtc ?? '')];
  if (!(start <= end) || end - start > threeMonthsMilliseconds) throw new Refusal(400, `Invalid ${name}`);
  return [start, end];
}

function within(bounds: readonly [number, number] | undefined, at: string | null): boolean {
  return !bounds || (at !== null && Date.parse(at) >= bounds[0] && Date.parse(at) <= bounds[1]);
}

function ids(body: Body, name: string): ReadonlySet<string> | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 1000) throw new Refusal(400, `Invalid ${name}`);
  return new Set(value as string[]);
}

function has(wanted: ReadonlySet<string> | undefined, id: string | null): boolean {
  return !wanted || (id !== null && wanted.has(id));
}

function refuseBoth(body: Body, one: string, other: string): void {
  if (body[one] && body[other]) throw new Refusal(400, `Invalid ${one}: cannot be used with ${other}`);
}

function requireObject(body: Body, name: string): Body {
  const value = body[name];
  if (typeof value !== 'object' || value === null) throw new Refusal(400, `Invalid ${name}`);
  return value as Body;
}
