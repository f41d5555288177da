import type { KnownSubject } from './known-subject.js';

/** When something became true: by the vendor's version if there is one, else by order of receipt. */
export interface Moment {
  readonly version?: string;
  readonly sequence: number;
  /** It is in a full list, rather than in an event. */
  readonly listed?: boolean;
}

type Known = Pick<KnownSubject, 'version' | 'sequence' | 'missingScans'>;

/** What is known is newer: the incoming statement changes nothing. */
export function isOutdated(known: Known, incoming: Moment): boolean {
  if (incoming.version !== undefined && known.version !== null && incoming.version !== known.version)
    return incoming.version < known.version;
  return incoming.sequence < known.sequence;
}

/**
 * Whether a tombstone yields. Only to something newer: a copy of an earlier message does not undo a removal. If absence
 * alone made the tombstone, the vendor has no newer version to offer, so being listed again is enough.
 */
export function liftsTombstone(known: Known, incoming: Moment): boolean {
  if (incoming.version === undefined || known.version === null) return incoming.sequence > known.sequence;
  if (incoming.version === known.version)
    return known.missingScans > 0 && incoming.listed === true && incoming.sequence > known.sequence;
  return incoming.version > known.version;
}
