import type { VendorFile } from '../../src/connectors/vendor-file/vendor-file.js';
import { VendorMapping } from '../../src/connectors/vendor-file/vendor-mapping.js';
import type { TemplateValues } from '../../src/connectors/vendor-file/template.js';

type VendorsRecord = Readonly<Record<string, unknown>>;

const here = ['active', 'in_house', 'expected'];
const gone = ['terminated', 'ended', 'checked_out', 'cancelled', 'removed', 'suspended', 'paused'];
const begins = ['startDate', 'startsAt', 'arrivalAt', 'checkInAt', 'expectedArrivalAt', 'signInAt'];
const ends = ['lastWorkingDay', 'endDate', 'contractEndDate', 'endsAt', 'departureAt', 'signOutAt'];
const dayMilliseconds = 86_400_000;
const minuteMilliseconds = 60_000;

/** Samples of a vendor's file, with their days and times moved as if the vendor had written them today. */
export class SamplesOfToday {
  private readonly mapping: VendorMapping;

  constructor(
    private readonly file: VendorFile,
    settings: TemplateValues,
  ) {
    this.mapping = new VendorMapping(file, settings);
  }

  /** Somebody with access now: what is to begin has begun, what is to end has not ended. */
  get present(): VendorsRecord {
    const [status] = here.filter((each) => this.withStatus([each]));
    const record = this.withStatus([status])!;
    const facts = this.factsOf(record);
    const [begun, ended] = [Math.max(...timesOf(facts, begins)), Math.min(...timesOf(facts, ends))];
    if (Number.isFinite(begun) && Number.isFinite(ended)) return movedTo(record, (begun + ended) / 2);
    if (Number.isFinite(ended)) return movedTo(record, ended - dayMilliseconds);
    if (!Number.isFinite(begun)) return record;
    // A day has begun in every time zone only when it is over somewhere.
    return movedTo(record, begun + minuteMilliseconds, begun + 1.5 * dayMilliseconds);
  }

  /** Somebody who had access and has none now; undefined: the vendor only stops listing people. */
  get past(): VendorsRecord | undefined {
    const removed = this.file.samples.find(({ means }) => means === 'removed')?.record;
    if (removed) return removed;
    const record = this.withStatus(gone);
    if (!record) return undefined;
    const ended = Math.max(...timesOf(this.factsOf(record), ends));
    return Number.isFinite(ended) ? movedTo(record, ended + 2 * dayMilliseconds) : record;
  }

  private withStatus(statuses: readonly string[]): VendorsRecord | undefined {
    return this.file.samples.find(
      ({ record, means }) => typeof means === 'object' && statuses.includes(String(this.factsOf(record).status)),
    )?.record;
  }

  private factsOf(record: VendorsRecord): VendorsRecord {
    const change = this.mapping.changeOf(record, record);
    return change.kind === 'record' ? (change.record.facts as unknown as VendorsRecord) : {};
  }
}

function timesOf(facts: VendorsRecord, names: readonly string[]): number[] {
  return names.flatMap((name) => (typeof facts[name] === 'string' ? [Date.parse(facts[name])] : []));
}

/** The record as it would be written if that moment were now; what is told by days, if `ofDays` were. */
function movedTo(record: VendorsRecord, moment: number, ofDays = moment): VendorsRecord {
  const now = Date.now();
  const shift = Math.floor((now - moment) / 1000) * 1000;
  return moved(record, shift, Math.round((now - ofDays) / dayMilliseconds) * dayMilliseconds) as VendorsRecord;
}

function moved(value: unknown, shift: number, days: number): unknown {
  if (Array.isArray(value)) return value.map((each) => moved(each, shift, days));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each, shift, days)]));
  if (typeof value !== 'string') return value;
  const [, milliseconds] = /^\/Date\((-?\d+)/.exec(value) ?? [];
  if (milliseconds) return value.replace(milliseconds, String(Number(milliseconds) + shift));
  const [, day, time = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? [];
  if (!day) return value;
  const written = new Date(Date.parse(`${day}${time ? time.replace(' ', 'T') : 'T00:00'}Z`) + (time ? shift : days));
  const separator = time.slice(0, 1) || 'T';
  return (
    written
      .toISOString()
      .replace('T', separator)
      .slice(0, day.length + time.length) + zone
  );
}
