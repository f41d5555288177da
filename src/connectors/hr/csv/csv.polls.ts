import type { RecordPage, Polls } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import type { FileStore } from '../../../provisioning/connector/files.js';
import type { CsvFetching, Look } from './csv.fetching.js';
import type { CsvPages } from './csv.pages.js';

interface Position {
  readonly looks: readonly Look[];
  /** Files of changes up to this place in the order of delivery are read, and this many rows of the next one. */
  readonly applied: number;
  readonly row: number;
}

/** Fetches new files, asks for a run over a new full list, and reads files of changes in order. */
export class CsvPolls implements Polls {
  constructor(
    private readonly fileStore: FileStore,
    private readonly pages: CsvPages,
    private readonly fetching: CsvFetching | null,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    let position = positionFrom(cursor ?? {});
    if (this.fetching) {
      const { looks, acceptedFull } = await this.fetching.fetch(position.looks, signal);
      position = { ...position, looks };
      yield { changes: [], cursor: { ...position }, wantsList: acceptedFull };
    }
    const { full } = await this.fileStore.before();
    // The last full list contains everything before it.
    if (full && full.sequence > position.applied) position = { ...position, applied: full.sequence, row: 0 };
    for (
      let file = await this.fileStore.nextChanges(position.applied);
      file;
      file = await this.fileStore.nextChanges(position.applied)
    ) {
      const { sequence } = file;
      for await (const { changes, row, isLast } of this.pages.of(file, position.row, signal)) {
        position = isLast ? { ...position, applied: sequence, row: 0 } : { ...position, row };
        yield { changes, cursor: { ...position } };
      }
    }
    if (cursor === null) yield { changes: [], cursor: { ...position } };
  }
}

function positionFrom(cursor: Cursor): Position {
  const { looks, applied, row } = cursor as Partial<Record<keyof Position, unknown>>;
  return {
    looks: Array.isArray(looks) ? (looks as Look[]) : [],
    applied: typeof applied === 'number' ? applied : 0,
    row: typeof row === 'number' ? row : 0,
  };
}
