import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Cause } from '../../identity/cause.js';
import { isLiving } from '../../facts/facts.js';
import { goneFacts } from '../../subject/fact-sets.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { SubjectRepository } from '../../subject/subject.repository.js';
import { SubjectSet } from '../../subject/subject-set.js';
import { Subjects } from './subjects.js';

const atOnce = 500;

/** Held-back removals take effect when due: no move followed, a list was judged, or an operator decided. */
@Injectable()
export class DueEndings {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly rows: SubjectRepository,
    private readonly subjects: Subjects,
    private readonly connections: ConnectionRepository,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'due-endings');
    for (const { organizationId, connectionId } of await this.rows.withDueEndings(everywhere, this.clock.instant())) {
      try {
        await this.end({ ...everywhere, organizationId }, connectionId);
      } catch (error) {
        this.log.error({ connectionId, error: String(error) }, 'applying held removals failed; the next sweep retries');
      }
    }
  }

  /** Ends everybody who is due, in batches. If the process dies, the next sweep does the rest. */
  async end(context: Context, connectionId: string, cause?: Cause): Promise<void> {
    const connection = await this.connections.find(context, connectionId);
    if (!connection || connection.pause === 'all') return;
    while ((await this.endSome(context, connection, cause)) === atOnce);
  }

  private endSome(context: Context, connection: StoredConnection, cause?: Cause): Promise<number> {
    return this.database.transaction(context, async (inside) => {
      // This process was asked to stop waiting; the sweep comes back.
      if (cause) await this.lock.take(inside, connection.id);
      else if (!(await this.lock.tryTake(inside, connection.id))) return 0;
      const due = await this.rows.dueEndings(inside, connection.id, this.clock.instant(), atOnce);
      const set = new SubjectSet(due, () => this.ids.next());
      for (const each of due) {
        const facts = each.ending ?? goneFacts(each.facts);
        Object.assign(each, {
          facts,
          state: isLiving(facts) ? 'present' : 'gone',
          endsAt: null,
          ending: null,
          endingRunId: null,
        });
        set.changed(each, cause ?? { kind: 'timer', id: each.id });
      }
      await this.subjects.save(inside, connection, set);
      return due.length;
    });
  }
}
