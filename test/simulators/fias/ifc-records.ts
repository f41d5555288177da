import type { Guest } from './house.js';

/** Fields in order; one with its share flag is a group that stays together when the order is shuffled. */
export type Field = readonly [id: string, value: string];
export interface IfcRecord {
  readonly id: string;
  readonly groups: readonly (readonly Field[])[];
}

const compact = (day: string): string => day.slice(2).replaceAll('-', '');
const one = (id: string, value: string | undefined): readonly Field[][] => (value === undefined ? [] : [[[id, value]]]);

export function guestRecord(
  id: 'GI' | 'GC',
  guest: Guest,
  shared: boolean,
  extra: readonly (readonly Field[])[] = [],
): IfcRecord {
  return {
    id,
    groups: [
      roomAndShare('RN', guest.room, shared),
      ...one('G#', guest.reservation),
      ...one('GN', guest.lastName),
      ...one('GF', guest.firstName),
      ...one('GT', guest.title),
      ...one('GL', guest.language),
      ...one('GV', guest.vip),
      ...one('GG', guest.group),
      ...one('GA', compact(guest.arrival)),
      ...one('GD', compact(guest.departure)),
      ...one('NP', guest.noPost === undefined ? undefined : guest.noPost ? 'Y' : 'N'),
      ...one('CS', guest.classOfService),
      ...Object.entries(guest.own ?? {}).flatMap(([id, value]) => one(id, value)),
      ...extra,
    ],
  };
}

export function checkOutRecord(guest: Guest, shared: boolean): IfcRecord {
  return { id: 'GO', groups: [roomAndShare('RN', guest.room, shared), ...one('G#', guest.reservation)] };
}

export function emptyRoomRecord(room: string): IfcRecord {
  return { id: 'GO', groups: [roomAndShare('RN', room, false), [['SF', '']]] };
}

export function roomAndShare(id: 'RN' | 'RO', room: string, shared: boolean): readonly Field[] {
  return [
    [id, room],
    ['GS', shared ? 'Y' : 'N'],
  ];
}

export function plainRecord(id: string, fields: readonly Field[] = []): IfcRecord {
  return { id, groups: fields.map((field) => [field]) };
}

/** What goes out: only listed fields, in any order, with a share flag kept behind its room. */
export function recordText(
  { id, groups }: IfcRecord,
  listed: ReadonlySet<string> | null,
  shuffle: <T>(items: readonly T[]) => T[],
): string {
  const kept = groups
    .map((group) => group.filter(([name]) => listed === null || listed.has(name)))
    .filter((group) => group.length > 0);
  return `${id}|${shuffle(kept)
    .flat()
    .map(([name, value]) => `${name}${value}|`)
    .join('')}`;
}

export function parseText(text: string): { readonly id: string; readonly fields: ReadonlyMap<string, string> } {
  const [id, ...parts] = text.split('|');
  return {
    id,
    fields: new Map(parts.filter((part) => part.length >= 2).map((part) => [part.slice(0, 2), part.slice(2)])),
  };
}
