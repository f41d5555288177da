import { Injectable } from '@nestjs/common';
import type { Context } from '../../../kernel/context.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { Polls } from '../../connector/connector.js';
import { PageReader } from './page-reader.js';
import { PageWriter } from './page-writer.js';
import { RunQueue } from '../run-queue/run-queue.js';
import type { Claim, Run } from '../run-queue/run.js';
import { SubjectRepository } from '../../subject/subject.repository.js';

/** Asks what has changed since the last time. */
@Injectable()
export class IncrementalPoll {
  constructor(
    private readonly reader: PageReader,
    private readonly pages: PageWriter,
    private readonly rows: SubjectRepository,
    private readonly connections: ConnectionRepository,
    private readonly queue: RunQueue,
  ) {}

  /**
   * Saves the cursor together with the records before it, so no page is lost or skipped. False when the poll could not
   * be read to its end and a full list was requested instead.
   * @throws ConnectorProblem, RunLost
   */
  async poll(
    context: Context,
    run: Run,
    connection: StoredConnection,
    polls: Polls,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<boolean> {
    const kind = run.mode === 'incremental' ? 'poll' : 'prelude';
    let sequence = await this.rows.nextSequence(context);
    try {
      for await (const page of polls.changes(connection.cursor, signal)) {
        signal.throwIfAborted();
        const read = await this.reader.all(context, connection, [page], signal);
        await this.pages.write(context, run, connection, claim, [read], { sequence, kind }, (inside) =>
          this.connections.setCursor(inside, connection.id, page.cursor),
        );
        if (page.wantsList && kind === 'poll')
          await this.queue.add(context, connection.id, {
            mode: 'full',
            dryRun: false,
            cause: 'source',
            requestedBy: 'poll',
          });
        sequence = await this.rows.nextSequence(context);
      }
      return true;
    } catch (error) {
      if (!(error instanceof ConnectorProblem) || error.action !== 'restart_scan') throw error;
      // Polls cannot find what happened since: begin anew, and let a full list find it.
      await this.connections.setCursor(context, connection.id, null);
      if (run.mode === 'incremental')
        await this.queue.add(context, connection.id, {
          mode: 'full',
          dryRun: false,
          cause: 'hint',
          requestedBy: 'cursor_expired',
        });
      return false;
    }
  }
}
