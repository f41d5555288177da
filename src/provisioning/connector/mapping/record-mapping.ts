import { holds } from '../../access/condition.js';
import type { AccessCondition } from '../../access/access-settings.js';
import { type FactType, factTypes } from '../../facts/fact-types.js';
import { camelCased, type Facts, goneStatus, isLiving } from '../../facts/facts.js';
import type { Change, SourceRecord } from '../change.js';
import { Effort, Unreadable } from './effort.js';
import type { MappedValue, MappingDocument, MatchRule } from './mapping-document.js';
import { MappedReader } from './mapped-reader.js';
import { conditionCost, conditionValue } from './match.js';
import { type MappingPlace, valueAt, valueIn } from './pointer.js';
import type { TransformPlace } from './transforms.js';

export interface MappingOptions {
  /** IANA zone of the site, where the record itself names none; UTC without. */
  readonly timeZone?: string;
  /**
   * `events` merge what they say. A removal is stored even for an unknown record (a late arrival must not open access
   * again), and an event without a matching rule is ignored. In a `list` each record is the whole truth, and one
   * without a matching rule is reported: being left out of a list means being gone.
   */
  readonly source: 'events' | 'list';
}

const mostRecords = 1000;
const longestKey = 200;

/** Applies a mapping document. Pure, and never throws: what cannot be read is a `malformed` change. */
export class RecordMapping {
  private readonly reader = new MappedReader();
  private readonly fields: readonly {
    readonly name: string;
    readonly fact: string;
    readonly type: FactType;
    readonly value: MappedValue;
  }[];
  private readonly constants: Readonly<Record<string, unknown>>;
  private readonly required: readonly (readonly [name: string, fact: string])[];

  constructor(
    private readonly document: MappingDocument,
    private readonly options: MappingOptions,
  ) {
    // The zone comes first: later values are read in it.
    this.fields = Object.entries(document.fields)
      .map(([name, value]) => ({ name, fact: factNamed(name), type: factTypes[document.kind][factNamed(name)], value }))
      .sort((one, other) => Number(other.fact === 'timeZone') - Number(one.fact === 'timeZone'));
    this.constants = camelCased(document.constants ?? {});
    this.required = (document.required ?? []).map((name) => [name, factNamed(name)]);
  }

  /** One change for each record of the message. */
  changesOf(message: unknown): readonly Change[] {
    const records = this.recordsOf(message);
    if (typeof records === 'string') return [malformed(records)];
    if (records.length === 0) return [{ kind: 'ignored', reason: 'the message has no records' }];
    return records.map((record) => this.changeOf(record, message));
  }

  /** What one record means. */
  changeOf(record: unknown, message: unknown): Change {
    const place: MappingPlace & TransformPlace = {
      record,
      message,
      effort: new Effort(),
      zone: this.options.timeZone ?? 'UTC',
      tables: this.document.tables ?? {},
    };
    let key: string | undefined;
    try {
      const rule = this.ruleFor(place);
      if (!rule && this.options.source === 'events') return { kind: 'ignored', reason: 'no rule of the mapping holds' };
      if (rule?.action === 'ignore') return { kind: 'ignored', reason: 'a rule of the mapping says so' };
      key = this.keyOf(place);
      if (!rule)
        throw new Unreadable(
          'match: no rule holds; add one, with action ignore where such records are none of our business',
        );
      const version = this.versionOf(place);
      return rule.action === 'remove' ? this.removal(key, version) : this.statement(rule, key, version, place);
    } catch (error) {
      if (error instanceof Unreadable) return malformed(error.message, key);
      throw error;
    }
  }

  /** Text: why there are none. */
  recordsOf(message: unknown): readonly unknown[] | string {
    const { records } = this.document;
    if (records === undefined)
      return Array.isArray(message) ? 'the message is a list: set records to "" in the mapping' : [message];
    const found = valueIn(message, this.reader.pointer(records));
    if (!Array.isArray(found)) return `records: there is no list at "${records}"`;
    return found.length > mostRecords
      ? `records: more than ${mostRecords} in one message; send fewer at a time`
      : found;
  }

  private ruleFor(place: MappingPlace): MatchRule | undefined {
    return this.document.match.find(({ when = [] }) => when.every((condition) => this.isSo(condition, place)));
  }

  private isSo(condition: AccessCondition, place: MappingPlace): boolean {
    const found = conditionValue(valueAt(this.reader.pointer(condition.field), place));
    place.effort.spend(conditionCost(condition, found));
    return holds({ ...condition, field: 'it' }, found === undefined ? {} : { it: found });
  }

  private keyOf(place: MappingPlace & TransformPlace): string {
    const parts = [this.document.key].flat().map((value, index) => {
      const where = Array.isArray(this.document.key) ? `key/${index}` : 'key';
      const part = this.reader.read(where, value, 'text', place);
      if (part === undefined) throw new Unreadable(`${where}: there is nothing at "${value.path}"`);
      return String(part);
    });
    const key = parts.join('/');
    if (key.length > longestKey) throw new Unreadable(`key: is longer than ${longestKey} characters`);
    return key;
  }

  /** Text that sorts in the source's order. */
  private versionOf(place: MappingPlace & TransformPlace): string | undefined {
    const { record_version: value } = this.document;
    const version = value && this.reader.read('record_version', value, 'text', place);
    if (value === undefined || version === undefined) return undefined;
    if (/^\d{1,20}$/.test(String(version))) return String(version).padStart(20, '0');
    return String(this.reader.read('record_version', value, 'instant', place));
  }

  private removal(key: string, version: string | undefined): Change {
    const { kind } = this.document;
    if (this.options.source === 'list') return { kind: 'patch', key, version, facts: { status: goneStatus[kind] } };
    return { kind: 'record', mode: 'merge', record: sourceRecord(key, version, { kind, status: goneStatus[kind] }) };
  }

  private statement(
    rule: MatchRule,
    key: string,
    version: string | undefined,
    place: MappingPlace & TransformPlace,
  ): Change {
    const { kind } = this.document;
    const facts = { kind, status: rule.status, ...this.constants, ...this.factsAt(place) } as unknown as Facts;
    const mode = rule.mode ?? (this.options.source === 'list' ? 'replace' : 'merge');
    const missing = isLiving(facts) && mode === 'replace' ? this.missingIn(facts) : [];
    if (missing.length > 0) throw new Unreadable(`fields/${missing.join(', fields/')}: required, but absent`);
    return { kind: 'record', mode, record: sourceRecord(key, version, facts) };
  }

  private factsAt(place: MappingPlace & TransformPlace): Record<string, unknown> {
    const facts: Record<string, unknown> = {};
    let { zone } = place;
    for (const { name, fact, type, value } of this.fields) {
      const found = this.reader.read(`fields/${name}`, value, type, { ...place, zone });
      if (found === undefined) continue;
      facts[fact] = found;
      if (fact === 'timeZone') zone = String(found);
    }
    return facts;
  }

  private missingIn(facts: Facts): string[] {
    return this.required.filter(([, fact]) => !Object.hasOwn(facts, fact)).map(([name]) => name);
  }
}

/** `last_name` → `lastName`. */
function factNamed(name: string): string {
  return Object.keys(camelCased({ [name]: 0 }))[0];
}

function sourceRecord(key: string, version: string | undefined, facts: unknown): SourceRecord {
  return { key, ...(version === undefined ? {} : { version }), facts: facts as Facts };
}

function malformed(detail: string, key?: string): Change {
  return { kind: 'malformed', problem: { code: 'record_malformed', detail, ...(key === undefined ? {} : { key }) } };
}
