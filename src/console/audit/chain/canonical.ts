import { sha256 } from '../../../kernel/secrets.js';

/** An entry as the database stores it, every value as text. */
export interface StoredEntry {
  readonly organizationId: string;
  readonly id: string;
  /** `2026-05-14T13:00:00.000Z` */
  readonly at: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly requestId: string | null;
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string | null;
  readonly label: string | null;
  /** JSON as PostgreSQL prints a jsonb: part of the canonical form. */
  readonly before: string | null;
  readonly after: string | null;
  /** Set once a person was erased from it: the hash it was chained with, and the seal of that. */
  readonly erased?: string | null;
}

/** SHA-256 of the entry's canonical JSON: an array of its columns in order, separated by `, `, in UTF-8. */
export function entryHash(entry: StoredEntry): Buffer {
  const {
    organizationId,
    id,
    at,
    actorKind,
    actorId,
    actorName,
    requestId,
    action,
    resource,
    resourceId,
    label,
    before,
    after,
  } = entry;
  const texts = [
    organizationId,
    id,
    at,
    actorKind,
    actorId,
    actorName,
    requestId,
    action,
    resource,
    resourceId,
    label,
  ].map((each) => JSON.stringify(each));
  return sha256(`[${[...texts, before ?? 'null', after ?? 'null'].join(', ')}]`);
}

/** The hash the entry was chained with: its own or, after an erasure, the previous one if its seal is valid. */
export function chainedHash(
  entry: StoredEntry,
  seals: { isErasure(seal: string, id: string, original: string, now: string): boolean },
): Buffer {
  const own = entryHash(entry);
  if (!entry.erased) return own;
  const [original, seal = ''] = entry.erased.split(' ');
  return seals.isErasure(seal, entry.id, original, own.toString('hex')) ? Buffer.from(original, 'hex') : own;
}

/** Input of a block's hash, besides the previous block. */
export interface BlockContent {
  readonly organizationId: string;
  /** From 1, without gaps. */
  readonly number: number;
  /** Position of its first entry in the organization's audit, from 1. */
  readonly firstEntry: number;
  readonly entries: number;
  /** Lowest possible id of an entry, for each statement. */
  readonly firstIds: readonly string[];
  /** 32 bytes for each entry, in the order of their ids. */
  readonly hashes: Buffer;
  readonly sealedAt: string;
  readonly previousHash: Buffer;
}

export function blockHash(block: BlockContent): Buffer {
  const { organizationId, number, firstEntry, entries, firstIds, hashes, sealedAt, previousHash } = block;
  return sha256(
    JSON.stringify([
      'usher audit block 1',
      organizationId,
      number,
      firstEntry,
      entries,
      firstIds,
      sha256(hashes).toString('hex'),
      sealedAt,
      previousHash.toString('hex'),
    ]),
  );
}

/** The predecessor of the first block. */
export function genesisHash(organizationId: string): Buffer {
  return sha256(`usher audit ${organizationId}`);
}
