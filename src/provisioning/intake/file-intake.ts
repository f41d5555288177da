import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import type { DeliveredFile, Examination, OfferedFile } from '../connector/files.js';
import { ConnectorHost } from '../host/connector-host.js';
import { RunQueue } from './run-queue/run-queue.js';
import { FileRepository, type StoredFile } from '../inbox/files/file.repository.js';
import { FileStores } from '../inbox/files/file-stores.js';

const examineSeconds = 60;

/** Files handed to us: stored, examined, and read by a run if they pass. */
@Injectable()
export class FileIntake {
  constructor(
    private readonly host: ConnectorHost,
    private readonly fileStores: FileStores,
    private readonly files: FileRepository,
    private readonly connections: ConnectionRepository,
    private readonly queue: RunQueue,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found where the connection takes no files; ConnectorProblem */
  async take(
    context: Context,
    connection: StoredConnection,
    offered: OfferedFile,
  ): Promise<{ readonly file: StoredFile; readonly runId: string | null }> {
    const { examines } = this.host.connectorOf(connection);
    if (!examines || !connection.enabled || connection.status === 'disabled')
      throw new Problem(
        'conflict',
        examines
          ? 'The connection is not enabled: enable it first'
          : `The connector ${connection.connector} takes no files`,
      );
    const fileStore = this.fileStores.of(connection, context);
    const stored = await fileStore.store(offered, examines.mostBytes);
    if (stored.status === 'received') {
      const { examination, fingerprints } = await examines.examine(
        stored,
        fileStore,
        AbortSignal.timeout(examineSeconds * 1000),
      );
      await fileStore.judge(stored, examination, fingerprints);
    }
    const file = await this.load(context, stored.id);
    return { file, runId: file.status === 'accepted' ? await this.read(context, connection, file) : null };
  }

  /**
   * An operator accepts a held file; `digest` names the file that was looked at.
   * @throws Problem not_found; conflict when it is not held, or is another
   */
  async accept(
    context: Context,
    id: string,
    digest: string,
  ): Promise<{ readonly file: StoredFile; readonly runId: string }> {
    await this.database.transaction(context, async (inside) => {
      const file = await this.files.lock(inside, id);
      if (!file) throw Problem.notFound('file', id);
      if (file.status !== 'held')
        throw new Problem('conflict', `The file is ${file.status}; only a held one is decided about`);
      if (digest.toLowerCase() !== file.digest)
        throw new Problem(
          'conflict',
          'This is not the digest of the file; look at what was found in it and accept its digest',
        );
      await this.files.accept(inside, id, context.actor.name, this.clock.instant());
      await this.fileStores.settle(inside, { id: file.connectionId }, file, scopeOf(file));
    });
    const file = await this.load(context, id);
    return { file, runId: await this.read(context, await this.connections.load(context, file.connectionId), file) };
  }

  private read(context: Context, connection: StoredConnection, file: DeliveredFile): Promise<string> {
    const mode = scopeOf(file) === 'full' ? 'full' : 'incremental';
    return this.queue.add(context, connection.id, {
      mode,
      dryRun: false,
      cause: 'source',
      requestedBy: context.actor.name,
    });
  }

  private async load(context: Context, id: string): Promise<StoredFile> {
    const file = await this.files.find(context, id);
    if (!file) throw Problem.notFound('file', id);
    return file;
  }
}

function scopeOf({ examination }: DeliveredFile): Examination['scope'] {
  return examination?.scope ?? 'full';
}
