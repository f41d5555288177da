import type { Change } from '../../../provisioning/connector/change.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { DeliveredFile, FileStore } from '../../../provisioning/connector/files.js';
import { type CsvColumns, columnsOf, rowOf } from './csv.columns.js';
import type { CsvFigures } from './csv.figures.js';
import { CsvMapping, malformedRow } from './csv.mapping.js';
import { csvRows, Unparsable } from './csv.rows.js';
import type { CsvSettings } from './csv.settings.js';
import { Undecodable } from './csv.text.js';

const rowsInPage = 500;

export interface FilePage {
  readonly changes: readonly Change[];
  /** How many rows of the file lie behind it. */
  readonly row: number;
  readonly isLast: boolean;
}

/** Reads an accepted file again, in pages. */
export class CsvPages {
  private readonly mapping: CsvMapping;

  constructor(
    private readonly settings: CsvSettings,
    private readonly fileStore: FileStore,
  ) {
    this.mapping = new CsvMapping(settings);
  }

  /**
   * Starts after its first `from` rows.
   * @throws ConnectorProblem when it is not the examined file, or no longer kept
   */
  async *of(file: DeliveredFile, from: number, signal: AbortSignal): AsyncGenerator<FilePage> {
    const { figures, rows: total, scope } = file.examination!;
    let columns: CsvColumns | null = null;
    let changes: Change[] = [];
    let row = 0;
    try {
      for await (const { number, cells } of csvRows(
        this.fileStore.content(file),
        (figures as unknown as CsvFigures).encoding,
        this.settings,
      )) {
        signal.throwIfAborted();
        columns ??= columnsOf(cells, this.settings);
        if (number === 1 || row === total) continue;
        row += 1;
        if (row <= from) continue;
        changes.push(this.changeOf(cells, columns, number, scope === 'changes'));
        if (changes.length < rowsInPage || row === total) continue;
        yield { changes, row, isLast: false };
        changes = [];
      }
    } catch (error) {
      if (error instanceof Undecodable || error instanceof Unparsable) throw unreadable();
      throw error;
    }
    if (row !== total)
      throw new ConnectorProblem('upstream_broken', 'The stored file has fewer rows than it had when it was accepted');
    yield { changes, row, isLast: true };
  }

  private changeOf(cells: readonly string[], columns: CsvColumns, number: number, isDelta: boolean): Change {
    if (columns.wrong || cells.length !== columns.width) throw unreadable();
    const row = rowOf(cells, columns);
    const understood = this.mapping.understand(isDelta ? row : { ...row, action: undefined });
    return 'invalid' in understood ? malformedRow(understood.invalid, number) : understood.change;
  }
}

/** No reason to stop: these rows can be read with the next file. */
function unreadable(): ConnectorProblem {
  return new ConnectorProblem(
    'record_malformed',
    'The file that was accepted cannot be read with the present settings; hand over a new one',
  );
}
