import type { DeliveredFile } from '../../../provisioning/connector/files.js';
import { type CsvColumns, columnsOf, rowOf } from './csv.columns.js';
import { type CsvFigures, FigureCounter } from './csv.figures.js';
import { Findings } from './csv.findings.js';
import { fingerprintOf, short } from './csv.fingerprints.js';
import { CsvMapping } from './csv.mapping.js';
import { type ReadRow, csvRows, Unparsable } from './csv.rows.js';
import type { CsvSettings } from './csv.settings.js';
import type { CsvRow } from './csv.wire.js';

/** More is not the staff of one employer. Each person costs some 300 bytes during the examination. */
const mostRows = 200_000;

export interface Passed {
  readonly scope: 'full' | 'changes';
  readonly figures: CsvFigures;
  /** By key. */
  readonly people: ReadonlyMap<string, string>;
  readonly leavers: number;
  /** Sequence number of the first row of a delta. */
  readonly firstSeq: number | null;
}

/** One pass over a whole file; whatever is wrong in the file itself goes to `findings`. */
export class FilePass {
  private readonly counter = new FigureCounter();
  private readonly mapping: CsvMapping;
  private readonly people = new Map<string, string>();
  private readonly contents = new Map<string, string>();
  private columns: CsvColumns | null = null;
  private trailer: ReadRow | null = null;
  private invalid = 0;
  private leavers = 0;
  private firstSeq: number | null = null;
  private lastSeq: number | null = null;
  private lastBytes: readonly number[] = [];

  constructor(
    private readonly settings: CsvSettings,
    private readonly findings: Findings,
  ) {
    this.mapping = new CsvMapping(settings);
  }

  /** @throws Undecodable */
  async walk(
    content: AsyncIterable<Buffer>,
    encoding: string,
    declared: DeliveredFile['declared'],
    signal: AbortSignal,
  ): Promise<Passed> {
    try {
      for await (const row of csvRows(this.watched(content), encoding, this.settings)) {
        signal.throwIfAborted();
        if (!this.take(row)) break;
      }
    } catch (error) {
      if (!(error instanceof Unparsable)) throw error;
      this.findings.add('quoting', error.row, error.message);
    }
    if (!this.columns) this.findings.add('header_incomplete', 1, 'the file is empty: not even a header');
    this.checkCounts(declared);
    const { columns } = this;
    const figures = this.counter.figures({
      encoding,
      fields: columns?.places.map(([field]) => field) ?? [],
      // Without a valid header, the first row may be a person.
      ignored: columns?.wrong ? [] : (columns?.ignored.slice(0, 50) ?? []),
      invalid: this.invalid,
      lastSeq: this.lastSeq,
      endsWithLineEnd: isLineEnd(this.lastBytes, encoding),
    });
    return {
      scope: this.isDelta ? 'changes' : 'full',
      figures,
      people: this.people,
      leavers: this.leavers,
      firstSeq: this.firstSeq,
    };
  }

  private get isDelta(): boolean {
    return this.settings.mode === 'delta' && (this.columns?.places.some(([field]) => field === 'action') ?? false);
  }

  /** False: stop reading. */
  private take(row: ReadRow): boolean {
    if (!this.columns) {
      this.columns = columnsOf(row.cells, this.settings);
      if (this.columns.wrong) this.findings.add('header_incomplete', 1, this.columns.wrong);
      return !this.columns.wrong;
    }
    if (this.trailer) this.findings.add('count_differs', row.number, 'rows follow the trailer');
    if (this.settings.trailer && row.cells[0] === this.settings.trailer) {
      this.trailer = row;
      return true;
    }
    if (row.cells.length !== this.columns.width) {
      this.findings.add(
        'column_count',
        row.number,
        `the row has ${row.cells.length} cells, the header ${this.columns.width}`,
      );
      this.counter.rows += 1;
    } else {
      this.read(rowOf(row.cells, this.columns), row.number);
    }
    if (this.counter.rows <= mostRows) return true;
    this.findings.add('too_large', row.number, `the file has more than ${mostRows} rows`);
    return false;
  }

  private read(row: CsvRow, number: number): void {
    const understood = this.mapping.understand(this.isDelta ? row : { ...row, action: undefined });
    if (this.isDelta) this.follow(row.seq ?? '', number);
    if ('invalid' in understood) {
      this.invalid += 1;
      this.counter.count(row, false);
      const { key, field, detail } = understood.invalid;
      if (key !== undefined) this.people.set(short(key), fingerprintOf(key, row.email, row.user_name).person);
      this.findings.add('invalid_rows', number, `${field} ${detail}`);
      return;
    }
    const { change, key, action } = understood;
    this.counter.count(row, change.kind === 'record' && change.record.facts.status === 'active');
    if (action === 'delete') this.leavers += 1;
    if (!this.isDelta) this.isSaidOnce(key, row, number);
    this.people.set(short(key), fingerprintOf(key, row.email?.toLowerCase(), row.user_name).person);
  }

  private isSaidOnce(key: string, row: CsvRow, number: number): void {
    const content = short(JSON.stringify(row));
    const known = this.contents.get(short(key));
    this.contents.set(short(key), content);
    if (known === undefined) return;
    if (known === content) this.findings.add('repeated_row', number, 'the same row stands there twice');
    else this.findings.add('duplicate_key', number, 'the employee number stands there twice, for different people');
  }

  /** A delta counts only with unbroken sequence numbers. */
  private follow(text: string, number: number): void {
    const seq = /^\d{1,15}$/.test(text) ? Number(text) : null;
    if (seq === null) this.findings.add('sequence_gap', number, 'the row has no sequence number');
    else if (this.lastSeq !== null && seq !== this.lastSeq + 1)
      this.findings.add('sequence_gap', number, 'the sequence number does not follow the one before');
    this.firstSeq ??= seq;
    this.lastSeq = seq ?? this.lastSeq;
  }

  private checkCounts({ rows }: DeliveredFile['declared']): void {
    const { rows: counted } = this.counter;
    if (rows !== undefined && rows !== counted)
      this.findings.add('count_differs', null, `${rows} rows were promised, ${counted} came`);
    if (!this.settings.trailer || !this.columns || this.columns.wrong) return;
    if (!this.trailer) this.findings.add('cut_off', null, 'the trailer is missing: this is not the whole file');
    else if (Number(this.trailer.cells[1]) !== counted)
      this.findings.add(
        'count_differs',
        this.trailer.number,
        `the trailer says ${Number(this.trailer.cells[1])} rows, ${counted} came`,
      );
  }

  private async *watched(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      this.lastBytes = [...this.lastBytes, ...piece.subarray(-2)].slice(-2);
      yield piece;
    }
  }
}

/** Of UTF-16, two bytes are a character: one of them alone is that of many others, too. */
function isLineEnd(lastBytes: readonly number[], encoding: string): boolean {
  const isEnd = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;
  const [first, second] = lastBytes;
  if (encoding === 'utf-16le') return isEnd(first) && second === 0;
  if (encoding === 'utf-16be') return first === 0 && isEnd(second);
  return isEnd(lastBytes.at(-1));
}
