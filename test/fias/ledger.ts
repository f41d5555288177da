import type { Change } from '../../src/provisioning/connector/change.js';

type Facts = Readonly<Record<string, unknown>>;

/**
 * The plainest reading of changes, one after the other: what any engine must come to when nobody waits or interrupts.
 */
export function ledgerOf(changes: readonly Change[]): ReadonlyMap<string, Facts> {
  const stays = new Map<string, Facts>();
  const patch = (key: string, facts: Facts) => {
    if (stays.has(key)) stays.set(key, { ...stays.get(key), ...facts });
  };
  for (const change of changes) {
    if (change.kind === 'record') {
      const { key, facts } = change.record;
      stays.set(key, change.mode === 'merge' ? { ...stays.get(key), ...facts } : { ...facts });
    }
    if (change.kind === 'patch') patch(change.key, change.facts);
    if (change.kind === 'patch_matching') {
      for (const [key, facts] of stays) {
        const isMeant =
          facts.status === 'in_house' &&
          !change.exceptKeys.includes(key) &&
          Object.entries(change.match).every(([name, value]) => facts[name] === value);
        if (isMeant) patch(key, change.facts);
      }
    }
  }
  return stays;
}

/** Key, room and name of everybody who is in house, sorted. */
export function inHouse(stays: ReadonlyMap<string, Facts>): readonly string[] {
  return [...stays]
    .filter(([, { status }]) => status === 'in_house')
    .map(([key, { room, lastName }]) => `${key} ${String(room)} ${String(lastName)}`)
    .sort();
}
