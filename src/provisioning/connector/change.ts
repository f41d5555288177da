import type { Instant } from '../../kernel/clock.js';
import type { Facts } from '../facts/facts.js';

/**
 * What a connector read: one outside record. `key` never changes at the vendor and names one person's stay, employment
 * or visit. `version` sorts as text and rises with every change at the vendor; without one, the order of receipt
 * counts.
 */
export interface SourceRecord<F extends Facts = Facts> {
  readonly key: string;
  readonly version?: string;
  /** The record that this one is part of (a reservation with several guests): see `group`. */
  readonly parentKey?: string;
  /** The person's own id, for events that name only the person. */
  readonly guestKey?: string;
  readonly facts: F;
}

/** Why something could not be read as a record; `key` names it if that much could be read. */
export interface ChangeProblem {
  readonly code: 'record_malformed' | 'record_conflict';
  /** Names the field and the remedy; no personal data. */
  readonly detail: string;
  readonly key?: string;
}

/**
 * What a message or a page means. Changes state what is; the engine decides what to do. The newest counts; of sightings
 * (`seenAt` of a presence) the latest, in whatever order they are reported.
 */
export type Change =
  /** The record as it is now, whole (`replace`), or only what changed (`merge`: absent fields keep their value). */
  | {
      readonly kind: 'record';
      readonly mode: 'replace' | 'merge';
      readonly record: SourceRecord;
      /** A removal that may turn out to be the first half of a move takes effect only after this long. */
      readonly holdSeconds?: number;
      /**
       * The second half: a subject removed within `withinSeconds` whose facts equal `match` lives on under this key.
       */
      readonly continues?: { readonly match: Readonly<Record<string, unknown>>; readonly withinSeconds: number };
    }
  /** A merge into a record that may not be known: unknown keys are ignored. */
  | {
      readonly kind: 'patch';
      readonly key: string;
      readonly version?: string;
      readonly facts: Readonly<Record<string, unknown>>;
      readonly holdSeconds?: number;
    }
  /** The same for all present records whose facts equal `match`, such as everybody in a room, except `exceptKeys`. */
  | {
      readonly kind: 'patch_matching';
      readonly match: Readonly<Record<string, unknown>>;
      readonly exceptKeys: readonly string[];
      readonly facts: Readonly<Record<string, unknown>>;
      readonly holdSeconds?: number;
      readonly reason: string;
    }
  /** All records of one parent, complete: present siblings that are not among them have ended. */
  | {
      readonly kind: 'group';
      readonly parentKey: string;
      readonly version?: string;
      readonly records: readonly SourceRecord[];
    }
  /** The vendor has merged two records of one person: whoever is known under `from` is the one under `to`. */
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  /** Something changed: read it again. Names a record, a parent or a person. */
  | { readonly kind: 'hint'; readonly of: 'record' | 'parent' | 'guest'; readonly key: string }
  /**
   * A listener's own full list begins, is complete, or broke off. Records in between that carry `confirms` were listed.
   */
  | { readonly kind: 'snapshot'; readonly phase: 'begin' | 'complete' | 'broken' }
  | { readonly kind: 'confirm'; readonly key: string }
  /** Understood, nothing to do. */
  | { readonly kind: 'ignored'; readonly reason: string }
  /** Could not be understood: reported, and its person keeps their access. */
  | { readonly kind: 'malformed'; readonly problem: ChangeProblem };

/**
 * The version of a record whose stamp does not move with every change (a renamed room, a companion): of two readings of
 * one stamp the later wins, and an older stamp never does. A list that repeats the record is still a repetition.
 */
export function versionAsRead(stamp: string, readAt: Instant): string {
  return `${stamp}~${readAt}`;
}

const readingLength = '~2026-05-14T13:00:00.000Z'.length;

/** The vendor's part of a version, without the moment of reading. */
export function stampOf(version: string): string {
  const end = version.length - readingLength;
  return version.charAt(end) === '~' && version.endsWith('Z') ? version.slice(0, end) : version;
}
