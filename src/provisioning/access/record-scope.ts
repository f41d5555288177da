import type { Instant } from '../../kernel/clock.js';
import { type Facts, snakeCased } from '../facts/facts.js';

/** An outside record, as access sees it. */
export interface GrantRecord {
  /** Immutable at the vendor. */
  readonly key: string;
  readonly facts: Facts;
  /**
   * When the outside system last reported it (`Subject.lastEventAt`): this keeps access for a guest who is in house
   * past the departure.
   */
  readonly observedAt?: Instant;
}

/** Defaults from the connection's site for records that do not state it. */
export interface SiteDefaults {
  readonly site: string | null;
  /** IANA. Never silently UTC: without a zone, calendar days are a problem of the record. */
  readonly timeZone: string | null;
}

/** Values by snake_case name, as conditions and templates see them. */
export type Scope = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Longer values are cut: no name is that long, and later steps stay cheap. */
const longestValue = 1000;
const longestList = 200;

/** Own, plain values only: nothing with behaviour of its own reaches a template, whatever a vendor sends. */
export function recordScopeOf(record: GrantRecord, site: SiteDefaults): Scope {
  const scope = Object.create(null) as Record<string, string | number | boolean | readonly string[]>;
  if (site.site) scope.site = site.site;
  if (site.timeZone) scope.time_zone = site.timeZone;
  for (const [name, value] of Object.entries(snakeCased(record.facts))) {
    const plain = plainValue(value);
    if (plain !== undefined) scope[name] = plain;
  }
  scope.key = record.key;
  return scope;
}

/** A text of the scope; null when absent or not a text. */
export function textOf(scope: Scope, name: string): string | null {
  const value = scope[name];
  return typeof value === 'string' ? value : null;
}

function plainValue(value: unknown): string | number | boolean | readonly string[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.slice(0, longestValue);
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (!Array.isArray(value)) return undefined;
  const texts = value
    .filter((each): each is string => typeof each === 'string' && each.trim() !== '')
    .slice(0, longestList);
  return texts.length > 0 ? texts.map((text) => text.slice(0, longestValue)) : undefined;
}
