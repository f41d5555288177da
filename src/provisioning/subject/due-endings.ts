import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { goneFacts } from './fact-sets.js';
import { SubjectLock } from './subject-lock.js';
import { SubjectRepository } from './subject.repository.js';
import { SubjectSet } from './subject-set.js';
import { Subjects } from './subjects.js';

const atOnce = 500;

/** Removals that were held back, because a move might have followed, take effect when their time has come. */
@Injectable()
export class DueEndings {
  constructor(
    private readonly database: Database, private readonly lock: SubjectLock, private readonly rows: SubjectRepository, private readonly subjects: Subjects,
    private readonly connections: ConnectionRepository, private readonly ids: Ids, private readonly clock: Clock, private readonly log: Log,
  ) {}

  async sweep(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'due-endings');
    for (const { organizationId, connectionId } of await this.rows.withDueEndings(everywhere, this.clock.instant())) {
      try {
        await this.end({ ...everywhere, organizationId }, connectionId);
      } catch (error) {
        this.log.error({ connectionId, error: String(error) }, 'held removals could not take effect; the next sweep tries again');
      }
    }
  }

  private async end(context: Context, connectionId: string): Promise<void> {
    const connection = await this.connections.find(context, connectionId);
    if (!connection || connection.pause === 'all') return;
    await this.database.transaction(context, async (inside) => {
      if (!(await this.lock.tryTake(inside, connectionId))) return;
      const due = await this.rows.dueEndings(inside, connectionId, this.clock.instant(), atOnce);
      const set = new SubjectSet(due, () => this.ids.next());
      for (const each of due) {
        Object.assign(each, { facts: each.ending ?? goneFacts(each.facts), state: 'gone', endsAt: null, ending: null });
        set.changed(each, { kind: 'timer', id: each.id });
      }
      await this.subjects.save(inside, connection, set);
    });
  }
}
