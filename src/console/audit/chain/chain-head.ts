import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../kernel/secrets.js';
import type { Instant } from '../../../kernel/clock.js';
import { genesisHash } from './canonical.js';

/** Where a chain ends, and where it begins once retention dropped older blocks. */
export interface ChainHead {
  readonly organizationId: string;
  /** Number of the last block; 0 if there is none yet. */
  readonly number: number;
  /** Entries ever chained, dropped ones included. */
  readonly entries: number;
  readonly hash: Buffer;
  readonly droppedNumber: number;
  readonly droppedEntries: number;
  readonly droppedHash: Buffer;
  readonly droppedUntilAt: Instant | null;
}

export type SealedHead = ChainHead & { readonly seal: string };

export function emptyHead(organizationId: string): ChainHead {
  const hash = genesisHash(organizationId);
  return {
    organizationId,
    number: 0,
    entries: 0,
    hash,
    droppedNumber: 0,
    droppedEntries: 0,
    droppedHash: hash,
    droppedUntilAt: null,
  };
}

/**
 * Keyed with a master key, which the database does not have. Write access to the database is therefore not enough to
 * forge a chain.
 */
@Injectable()
export class Seals {
  constructor(private readonly secrets: Secrets) {}

  /** False if it was made with a master key that is not configured (any more). */
  isKnown(seal: string): boolean {
    return this.secrets.knows(seal);
  }

  ofBlock(hash: Buffer): string {
    return this.secrets.fingerprint(hash.toString('hex'), 'audit block');
  }

  isBlocks(seal: string, hash: Buffer): boolean {
    return this.secrets.matches(seal, hash.toString('hex'), 'audit block');
  }

  /** Proves that a person was erased from an entry, between its previous hash and its present one. */
  ofErasure(id: string, original: string, now: string): string {
    return this.secrets.fingerprint(`${id} ${original} ${now}`, 'audit erasure');
  }

  isErasure(seal: string, id: string, original: string, now: string): boolean {
    return this.secrets.matches(seal, `${id} ${original} ${now}`, 'audit erasure');
  }

  sealed(head: ChainHead): SealedHead {
    return { ...head, seal: this.secrets.fingerprint(textOf(head), 'audit head') };
  }

  isHeads({ seal, ...head }: SealedHead): boolean {
    return this.secrets.matches(seal, textOf(head), 'audit head');
  }
}

function textOf({
  organizationId,
  number,
  entries,
  hash,
  droppedNumber,
  droppedEntries,
  droppedHash,
  droppedUntilAt,
}: ChainHead): string {
  return JSON.stringify([
    organizationId,
    number,
    entries,
    hash.toString('hex'),
    droppedNumber,
    droppedEntries,
    droppedHash.toString('hex'),
    droppedUntilAt,
  ]);
}
