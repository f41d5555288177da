import { factTypes } from '../../facts/fact-types.js';
import { camelCased, type Facts, goneStatus, isLiving } from '../../facts/facts.js';
import type { Change, SourceRecord } from '../change.js';
import { Effort, Unreadable } from './effort.js';
import type { MappingDocument, MatchRule } from './mapping-document.js';
import { type MappedPlace, mappedReader, type MappedReader } from './mapped-reader.js';
import { conditionAt } from './match.js';
import { type MappingPlace, pointerIn, valueIn } from './pointer.js';

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

/** Of one record: its own zone is that of the site once it was read. */
type OwnPlace = Omit<MappedPlace, 'zone'> & { zone: string };

const mostRecords = 1000;
const longestKey = 200;

/** Applies a mapping document. Pure, and never throws: what cannot be read is a `malformed` change. */
export class RecordMapping {
  private readonly rules: readonly {
    readonly rule: MatchRule;
    readonly conditions: readonly ((place: MappingPlace) => boolean)[];
  }[];
  private readonly key: readonly { readonly where: string; readonly path: string; readonly read: MappedReader }[];
  private readonly version: { readonly asText: MappedReader; readonly asInstant: MappedReader } | undefined;
  private readonly fields: readonly { readonly fact: string; readonly read: MappedReader }[];
  private readonly constants: Readonly<Record<string, unknown>>;
  private readonly required: readonly (readonly [name: string, fact: string])[];

  constructor(
    private readonly document: MappingDocument,
    private readonly options: MappingOptions,
  ) {
    this.rules = document.match.map((rule) => ({ rule, conditions: (rule.when ?? []).map(conditionAt) }));
    this.key = [document.key].flat().map((value, index) => {
      const where = Array.isArray(document.key) ? `key/${index}` : 'key';
      return { where, path: value.path, read: mappedReader(where, value, 'text') };
    });
    this.version = document.record_version && {
      asText: mappedReader('record_version', document.record_version, 'text'),
      asInstant: mappedReader('record_version', document.record_version, 'instant'),
    };
    // The zone comes first: later values are read in it.
    this.fields = Object.entries(document.fields)
      .map(([name, value]) => {
        const fact = factNamed(name);
        return { fact, read: mappedReader(`fields/${name}`, value, factTypes[document.kind][fact]) };
      })
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
    const place: OwnPlace = {
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
    const found = valueIn(message, pointerIn(records)!);
    if (!Array.isArray(found)) return `records: there is no list at "${records}"`;
    return found.length > mostRecords
      ? `records: more than ${mostRecords} in one message; send fewer at a time`
      : found;
  }

  private ruleFor(place: MappingPlace): MatchRule | undefined {
    return this.rules.find(({ conditions }) => conditions.every((isSo) => isSo(place)))?.rule;
  }

  private keyOf(place: MappedPlace): string {
    let key = '';
    for (const [index, { where, path, read }] of this.key.entries()) {
      const part = read(place);
      if (part === undefined) throw new Unreadable(`${where}: there is nothing at "${path}"`);
      key += index === 0 ? String(part) : `/${String(part)}`;
    }
    if (key.length > longestKey) throw new Unreadable(`key: is longer than ${longestKey} characters`);
    return key;
  }

  /** Text that sorts in the source's order. */
  private versionOf(place: MappedPlace): string | undefined {
    const version = this.version?.asText(place);
    if (version === undefined) return undefined;
    if (/^\d{1,20}$/.test(String(version))) return String(version).padStart(20, '0');
    return String(this.version!.asInstant(place));
  }

  private removal(key: string, version: string | undefined): Change {
    const { kind } = this.document;
    if (this.options.source === 'list') return { kind: 'patch', key, version, facts: { status: goneStatus[kind] } };
    return { kind: 'record', mode: 'merge', record: sourceRecord(key, version, { kind, status: goneStatus[kind] }) };
  }

  private statement(rule: MatchRule, key: string, version: string | undefined, place: OwnPlace): Change {
    const { kind } = this.document;
    const facts = this.factsAt(place, { kind, status: rule.status, ...this.constants });
    const mode = rule.mode ?? (this.options.source === 'list' ? 'replace' : 'merge');
    const missing = isLiving(facts) && mode === 'replace' ? this.missingIn(facts) : [];
    if (missing.length > 0) throw new Unreadable(`fields/${missing.join(', fields/')}: required, but absent`);
    return { kind: 'record', mode, record: sourceRecord(key, version, facts) };
  }

  private factsAt(place: OwnPlace, facts: Record<string, unknown>): Facts {
    for (const { fact, read } of this.fields) {
      const found = read(place);
      if (found === undefined) continue;
      facts[fact] = found;
      if (fact === 'timeZone') place.zone = String(found);
    }
    return facts as unknown as Facts;
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
  return version === undefined ? { key, facts: facts as Facts } : { key, version, facts: facts as Facts };
}

function malformed(detail: string, key?: string): Change {
  return { kind: 'malformed', problem: { code: 'record_malformed', detail, ...(key === undefined ? {} : { key }) } };
}
