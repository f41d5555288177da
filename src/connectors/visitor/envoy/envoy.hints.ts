import type { Change } from '../../../provisioning/connector/change.js';

/** What events never carry: when a visit is to end (on its invite), and the zone of its location. */
export interface Details {
  /** The record that is to know them. */
  readonly key: string;
  readonly inviteId?: string;
  readonly locationId?: string;
}

/** Written as a hint of a guest: the reading ends nobody's visit, whatever it finds. */
export function detailsHint({ key, inviteId = '', locationId = '' }: Details): Change {
  return { kind: 'hint', of: 'guest', key: `${key} ${inviteId} ${locationId}` };
}

export function detailsIn(hint: string): Details | undefined {
  const match = /^((?:entry|invite)\/[\w-]+) ([\w-]*) ([\w-]*)$/.exec(hint);
  return match ? { key: match[1], inviteId: match[2] || undefined, locationId: match[3] || undefined } : undefined;
}
