import type { MewsHotel } from './hotel.js';
import { Refusal, type Kept } from './hotel-records.js';

export type Body = Readonly<Record<string, unknown>>;

const threeMonthsMilliseconds = 92 * 86_400_000;

/** The getAll operations: filters, intervals (both ends inclusive), cursor paging newest first. */
export const lists: Readonly<Record<string, (hotel: MewsHotel, body: Body) => Body>> = {
  'reservations/getAll/2023-06-06': (hotel, body) => {
    refuseBoth(body, 'ScheduledStartUtc', 'ActualStartUtc');
    refuseBoth(body, 'ScheduledEndUtc', 'ActualEndUtc');
    const services = ids(body, 'ServiceIds') ?? [...hotel.services.values()].filter(({ Data }) => Data.Discriminator === 'Bookable').map(({ Id }) => Id);
    const colliding = interval(body, 'CollidingUtc');
    const states = Array.isArray(body.States) ? body.States : undefined;
    return paged('Reservations', [...hotel.reservations.values()], body, (each) => services.includes(each.ServiceId)
      && has(ids(body, 'ReservationIds'), each.Id) && has(ids(body, 'AccountIds'), each.AccountId) && has(ids(body, 'AssignedResourceIds'), each.AssignedResourceId)
      && has(ids(body, 'ReservationGroupIds'), each.GroupId) && (!states || states.includes(each.State))
      && within(interval(body, 'UpdatedUtc'), each.UpdatedUtc) && within(interval(body, 'CreatedUtc'), each.CreatedUtc)
      && within(interval(body, 'ScheduledStartUtc'), each.ScheduledStartUtc) && within(interval(body, 'ScheduledEndUtc'), each.ScheduledEndUtc)
      && within(interval(body, 'ActualStartUtc'), each.ActualStartUtc) && within(interval(body, 'ActualEndUtc'), each.ActualEndUtc)
      && (!colliding || Date.parse(each.ScheduledStartUtc) <= colliding[1] && Date.parse(each.ScheduledEndUtc) >= colliding[0]));
  },
  'customers/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    if (!body.CustomerIds && !body.UpdatedUtc && !body.CreatedUtc) throw new Refusal(400, 'Invalid CustomerIds');
    const states = Array.isArray(body.ActivityStates) ? body.ActivityStates : ['Active'];
    return paged('Customers', [...hotel.customers.values()], body, (each) => has(ids(body, 'CustomerIds'), each.Id) && within(interval(body, 'UpdatedUtc'), each.UpdatedUtc) && states.includes(each.IsActive ? 'Active' : 'Deleted'));
  },
  'companionships/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    if (!body.ReservationIds && !body.CustomerIds && !body.ReservationGroupIds) throw new Refusal(400, 'Invalid ReservationIds');
    return paged('Companionships', [...hotel.companionships.values()], body, (each) => has(ids(body, 'ReservationIds'), each.ReservationId) && has(ids(body, 'CustomerIds'), each.CustomerId) && has(ids(body, 'ReservationGroupIds'), each.ReservationGroupId));
  },
  'resources/getAll': (hotel, body) => {
    requireObject(body, 'Extent');
    return paged('Resources', [...hotel.resources.values()], body, (each) => has(ids(body, 'ResourceIds'), each.Id));
  },
  'services/getAll': (hotel, body) => paged('Services', [...hotel.services.values()], body, (each) => has(ids(body, 'ServiceIds'), each.Id)),
  'resourceCategories/getAll': (hotel, body) => {
    const services = ids(body, 'ServiceIds');
    if (!services) throw new Refusal(400, 'Invalid ServiceIds');
    return paged('ResourceCategories', [...hotel.categories.values()], body, (each) => services.includes(each.ServiceId));
  },
};

/** Newest first; the cursor is the oldest item given, and null on an empty page only. */
function paged<Item extends Kept>(name: string, all: readonly Item[], body: Body, matches: (item: Item) => boolean): Body {
  const limitation = requireObject(body, 'Limitation');
  const { Count: count, Cursor: cursor } = limitation;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 1000) throw new Refusal(400, 'Invalid Limitation');
  const before = typeof cursor === 'string' ? all.find(({ Id }) => Id === cursor)?.seq : Infinity;
  if (before === undefined) throw new Refusal(400, 'Invalid Cursor');
  const page = all.filter((item) => item.seq < before && matches(item)).sort((one, other) => other.seq - one.seq).slice(0, count);
  return { [name]: page.map(({ seq: _, ...item }) => item), Cursor: page.at(-1)?.Id ?? null };
}

export function intervalDays(body: Body): number {
  return Math.max(0, ...['UpdatedUtc', 'CollidingUtc'].map((name) => interval(body, name)).map((found) => (found ? (found[1] - found[0]) / 86_400_000 : 0)));
}

function interval(body: Body, name: string): readonly [number, number] | undefined {
  if (body[name] === undefined || body[name] === null) return undefined;
  const { StartUtc, EndUtc } = body[name] as { StartUtc?: string; EndUtc?: string };
  const [start, end] = [Date.parse(StartUtc ?? ''), Date.parse(EndUtc ?? '')];
  if (!(start <= end) || end - start > threeMonthsMilliseconds) throw new Refusal(400, `Invalid ${name}`);
  return [start, end];
}

function within(bounds: readonly [number, number] | undefined, at: string | null): boolean {
  return !bounds || at !== null && Date.parse(at) >= bounds[0] && Date.parse(at) <= bounds[1];
}

function ids(body: Body, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 1000) throw new Refusal(400, `Invalid ${name}`);
  return value as string[];
}

function has(wanted: readonly string[] | undefined, id: string | null): boolean {
  return !wanted || id !== null && wanted.includes(id);
}

function refuseBoth(body: Body, one: string, other: string): void {
  if (body[one] && body[other]) throw new Refusal(400, `Invalid ${one}: cannot be used with ${other}`);
}

function requireObject(body: Body, name: string): Body {
  const value = body[name];
  if (typeof value !== 'object' || value === null) throw new Refusal(400, `Invalid ${name}`);
  return value as Body;
}
