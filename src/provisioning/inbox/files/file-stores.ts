import { createHash } from 'node:crypto';
import path from 'node:path';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Alarms } from '../../../kernel/alarms.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Secrets } from '../../../kernel/secrets.js';
import { Settings } from '../../../kernel/settings.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { Connection } from '../../connection/connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { AcceptedBefore, DeliveredFile, Examination, FileStore, OfferedFile } from '../../connector/files.js';
import { FileRepository, type StoredFile } from './file.repository.js';

const partBytes = 256 * 1024;

/** The files of every connection: sealed in pieces, so that memory does not grow with them. */
@Injectable()
export class FileStores {
  constructor(
    private readonly database: Database,
    private readonly files: FileRepository,
    private readonly connections: ConnectionRepository,
    private readonly alarms: Alarms,
    private readonly secrets: Secrets,
    private readonly ids: Ids,
    private readonly clock: Clock,
    @Optional() @Inject(Settings) private readonly settings?: Pick<Settings, 'dropDir'>,
  ) {}

  /** `within`: the transaction that all of it belongs to, if any. */
  of(connection: Connection, within?: Context): FileStore {
    const context = {
      ...systemContext(connection.organizationId, `files-${connection.id}`),
      transaction: within?.transaction,
    };
    const root = this.settings?.dropDir;
    return {
      // Named by the connection's own id: no tenant can choose a path on the machine.
      folder: root ? path.join(root, connection.id) : null,
      store: (offered, mostBytes) => this.store(context, connection, offered, mostBytes),
      refuse: (offered, examination) => this.refuse(context, connection, offered, examination),
      knows: (file) => this.files.knows(context, connection, file),
      content: ({ id }) => this.content(context, id),
      before: () => this.before(context, connection.id),
      judge: (file, examination, fingerprints) => this.judge(context, connection, file, examination, fingerprints),
      find: (id) => this.files.find(context, id),
      nextChanges: (behind) => this.files.nextChanges(context, connection.id, behind),
    };
  }

  private async store(
    context: Context,
    connection: Connection,
    offered: OfferedFile,
    mostBytes: number,
  ): Promise<DeliveredFile> {
    const id = this.ids.next();
    await this.files.begin(context, id, connection, offered, this.clock.instant());
    try {
      const { digest, byteLength } = await this.storeParts(context, id, offered.content, mostBytes);
      const file = await this.files.complete(context, id, connection.id, digest, byteLength);
      if (file.status === 'repeated') await this.repeated(context, connection, file);
      return file;
    } catch (error) {
      await this.files.dropContent(context, id);
      throw error;
    }
  }

  private async refuse(
    context: Context,
    connection: Connection,
    { byteLength, ...offered }: Parameters<FileStore['refuse']>[0],
    examination: Examination,
  ): Promise<void> {
    const id = this.ids.next();
    await this.files.begin(context, id, connection, offered, this.clock.instant());
    const file = await this.files.complete(context, id, connection.id, '', byteLength);
    await this.judge(context, connection, file, examination, Buffer.alloc(0));
  }

  /** Nothing is new, but a file that was refused meanwhile has a good successor. */
  private async repeated(context: Context, connection: Connection, file: StoredFile): Promise<void> {
    await this.files.dropContent(context, file.id);
    await this.database.transaction(context, async (inside) => {
      if (await this.files.confirm(inside, connection.id, file)) await this.endTrouble(inside, connection.id);
    });
  }

  private async storeParts(
    context: Context,
    id: string,
    content: AsyncIterable<Buffer>,
    mostBytes: number,
  ): Promise<{ readonly digest: string; readonly byteLength: number }> {
    const digest = createHash('sha256');
    let byteLength = 0;
    let position = 0;
    for await (const part of inParts(content)) {
      byteLength += part.length;
      if (byteLength > mostBytes)
        throw new ConnectorProblem('upstream_broken', `The file is larger than ${Math.floor(mostBytes / 2 ** 20)} MiB`);
      digest.update(part);
      await this.files.addPart(context, id, position, this.secrets.seal(part, filePlace(id, position)));
      position += 1;
    }
    return { digest: digest.digest('hex'), byteLength };
  }

  private async *content(context: Context, id: string): AsyncGenerator<Buffer> {
    const file = await this.files.find(context, id);
    if (!file?.hasContent) throw new ConnectorProblem('gone', 'The file is not kept any more');
    for (let position = 0, read = 0; read < file.byteLength; position += 1) {
      const sealed = await this.files.part(context, id, position);
      if (sealed === undefined) throw new ConnectorProblem('gone', 'The file is not kept any more');
      const part = this.secrets.open(sealed, filePlace(id, position));
      read += part.length;
      yield part;
    }
  }

  private async before(context: Context, connectionId: string): Promise<AcceptedBefore> {
    const [last, full] = await Promise.all([
      this.files.lastAccepted(context, connectionId, null),
      this.files.lastAccepted(context, connectionId, 'full'),
    ]);
    const fingerprints = full?.fingerprintsSealed
      ? this.secrets.open(full.fingerprintsSealed, filePlace(full.id, 'people'))
      : Buffer.alloc(0);
    return { last: last ?? null, full: full ?? null, fingerprints };
  }

  private async judge(
    context: Context,
    connection: Connection,
    file: DeliveredFile,
    examination: Examination,
    fingerprints: Buffer,
  ): Promise<void> {
    const { verdict } = examination;
    const sealed =
      verdict !== 'rejected' && fingerprints.length > 0
        ? this.secrets.seal(fingerprints, filePlace(file.id, 'people'))
        : null;
    await this.database.transaction(context, async (inside) => {
      if (!(await this.files.judge(inside, file.id, examination, sealed, this.clock.instant()))) return;
      if (verdict === 'accepted') return this.settle(inside, connection, file, examination.scope);
      if (verdict === 'rejected') await this.files.dropContent(inside, file.id);
      const detail =
        `${file.name} was ${verdict}: ` +
        examination.findings
          .map(({ rule, count, rows }) => `${rule} (${count}${rows.length > 0 ? `, rows ${rows.join(' ')}` : ''})`)
          .join('; ');
      await this.connections.setProblem(inside, connection.id, {
        code: `file_${verdict}`,
        detail,
        at: this.clock.instant(),
        source: 'file',
      });
      await this.alarms.raise(inside, [
        {
          event: 'file.refused',
          subjectId: connection.id,
          subjectName: connection.name,
          state: file.id,
          detail,
          facts: { file_id: file.id, verdict },
        },
      ]);
      return undefined;
    });
  }

  /** From now on the next file is compared with this one; the alarm is over. */
  async settle(
    inside: Context,
    connection: Pick<Connection, 'id'>,
    file: Pick<DeliveredFile, 'id'>,
    scope: Examination['scope'],
  ): Promise<void> {
    if (scope === 'full') await this.files.supersede(inside, connection.id, file.id);
    await this.endTrouble(inside, connection.id);
  }

  private async endTrouble(inside: Context, connectionId: string): Promise<void> {
    const { lastProblem } = await this.connections.load(inside, connectionId);
    if (lastProblem?.code.startsWith('file_')) await this.connections.setProblem(inside, connectionId, null);
    await this.alarms.end(inside, ['file.refused'], [connectionId]);
  }
}

async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    for (let from = 0; from < piece.length;) {
      const taken = piece.subarray(from, from + partBytes - bytes);
      waiting.push(taken);
      bytes += taken.length;
      from += taken.length;
      if (bytes < partBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

export function filePlace(fileId: string, place: number | 'people'): string {
  return `delivered file ${fileId} ${place}`;
}
