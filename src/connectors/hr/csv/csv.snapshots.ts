import type { SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { DeliveredFile, FileStore } from '../../../provisioning/connector/files.js';
import type { CsvPages } from './csv.pages.js';

interface Position {
  /** The full list. */
  readonly list: string;
  /** The last file of changes after it that belongs to this reading; 0: none. */
  readonly until: number;
  readonly file: string;
  readonly row: number;
  readonly total: number;
}

/**
 * Everybody in the last accepted full list, followed by the changes since: read together, so that a list read late does
 * not undo a change. The same list may be read again; absence from it counts once.
 */
export class CsvSnapshots implements Snapshots {
  constructor(
    private readonly fileStore: FileStore,
    private readonly pages: CsvPages,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const start = cursor === null ? await this.begin() : positionFrom(cursor);
    if (!start) return yield { changes: [], cursor: { list: null }, complete: { listId: null } };
    const list = await this.found(start.list);
    for (let position = start, file: DeliveredFile | undefined = await this.found(start.file); file;) {
      const next: DeliveredFile | undefined = await this.behind(file, list, position.until);
      for await (const { changes, row, isLast } of this.pages.of(file, position.row, signal)) {
        position = { ...position, row };
        const goesOn = isLast && next ? { ...position, file: next.id, row: 0 } : position;
        yield {
          changes,
          cursor: { ...goesOn },
          ...(isLast && !next ? { complete: { declaredTotal: start.total, listId: list.id } } : {}),
        };
      }
      file = next;
      if (next) position = { ...position, file: next.id, row: 0 };
    }
  }

  private async begin(): Promise<Position | null> {
    const { full } = await this.fileStore.before();
    if (!full?.hasContent) return null;
    let total = full.examination!.rows;
    let until = 0;
    for (
      let file = await this.fileStore.nextChanges(full.sequence);
      file?.hasContent;
      file = await this.fileStore.nextChanges(file.sequence)
    ) {
      total += file.examination!.rows;
      until = file.sequence;
    }
    return { list: full.id, until, file: full.id, row: 0, total };
  }

  private async behind(file: DeliveredFile, list: DeliveredFile, until: number): Promise<DeliveredFile | undefined> {
    const next = await this.fileStore.nextChanges(Math.max(file.sequence, list.sequence));
    return next && next.sequence <= until ? next : undefined;
  }

  private async found(id: string): Promise<DeliveredFile> {
    const file = await this.fileStore.find(id);
    if (!file?.hasContent)
      throw new ConnectorProblem('cursor_expired', 'The file that was being read is not kept any more');
    return file;
  }
}

function positionFrom(cursor: Cursor): Position {
  const { list, until, file, row, total } = cursor as Partial<Record<keyof Position, unknown>>;
  if (
    typeof list !== 'string' ||
    typeof file !== 'string' ||
    typeof row !== 'number' ||
    typeof total !== 'number' ||
    typeof until !== 'number'
  ) {
    throw new ConnectorProblem('cursor_expired', 'The cursor of the reading cannot be read');
  }
  return { list, until, file, row, total };
}
