import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { Entitler } from '../../entitle/entitler.js';
import { subjectOf } from '../../subject/known-subject.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { SubjectRepository } from '../../subject/subject.repository.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, type Run, RunLost } from '../run-queue/run.js';

const subjectsAtOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Turns known facts into access again after a changed mapping, without asking the outside system. */
@Injectable()
export class AccessPass {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly rows: SubjectRepository,
    private readonly entitler: Entitler,
    private readonly runs: RunRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws RunLost */
  async pass(
    context: Context,
    run: Run,
    connection: StoredConnection,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<void> {
    for (let after = typeof run.cursor?.after === 'string' ? run.cursor.after : beforeAll; ;) {
      signal.throwIfAborted();
      const last = await this.database.transaction(context, async (inside) => {
        await this.lock.take(inside, connection.id);
        const some = await this.rows.after(inside, connection.id, after, subjectsAtOnce);
        const subjects = some.map((each) => subjectOf(each, connection.id, { kind: 'run', id: run.id }));
        if (subjects.length > 0) await this.entitler.refresh(inside, connection, subjects, { kind: 'run', id: run.id });
        const cursor = some.length < subjectsAtOnce ? null : { after: some[some.length - 1].id };
        if (
          !(await this.runs.progress(inside, run.id, claim, {
            cursor: cursor ?? run.cursor,
            seen: some.length,
            changed: 0,
            invalid: 0,
          }))
        )
          throw new RunLost();
        return cursor?.after;
      });
      if (last === undefined) break;
      after = last;
    }
    await this.runs.finish(context, run.id, 'done', this.clock.instant());
  }
}
