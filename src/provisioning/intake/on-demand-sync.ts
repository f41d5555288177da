import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { HintReader } from './changes/hint-reader.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { Entitler } from '../entitle/entitler.js';
import { ConnectorHost } from '../host/connector-host.js';
import { subjectOf } from '../subject/known-subject.js';
import { SubjectLock } from '../subject/subject-lock.js';
import { SubjectRepository } from '../subject/subject.repository.js';
import { Subjects } from './changes/subjects.js';

/** Syncs one record now: reads it where possible, and gives it the access it should have. */
@Injectable()
export class OnDemandSync {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly rows: SubjectRepository,
    private readonly subjects: Subjects,
    private readonly entitler: Entitler,
    private readonly reader: HintReader,
    private readonly host: ConnectorHost,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the record where the connector can, turns it into access and reconciles its account with priority. Returns
   * once that has started.
   * @throws Problem not_found; ConnectorProblem
   */
  async sync(context: Context, connection: StoredConnection, subjectId: string): Promise<void> {
    const [subject] = await this.rows.byIds(context, connection.id, [subjectId]);
    if (!subject) throw Problem.notFound('subject', subjectId);
    const cause = { kind: 'operator', id: context.actor.id, traceparent: context.traceparent } as const;
    const hints = [{ kind: 'hint', of: 'record', key: subject.sourceKey } as const];
    const { factKind } = this.host.definitionOf(connection);
    const { sequence, changes } = await this.reader.readOrEnd(
      context,
      this.host.connectorOf(connection),
      factKind,
      hints,
      AbortSignal.timeout(30_000),
    );
    await this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, connection.id);
      await this.subjects.apply(inside, connection, [
        { origin: { sequence, at: this.clock.instant(), cause }, changes },
      ]);
      const now = await this.rows.byIds(inside, connection.id, [subjectId]);
      await this.entitler.refresh(
        inside,
        connection,
        now.map((each) => subjectOf(each, connection.id, cause)),
        cause,
      );
    });
  }
}
