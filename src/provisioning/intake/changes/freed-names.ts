import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { Entitler } from '../../entitle/entitler.js';
import { subjectOf } from '../../subject/known-subject.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { SubjectRepository } from '../../subject/subject.repository.js';

const atOnce = 500;

/**
 * People who came back while another had their name: they get it as soon as it is free, without news of their own. A
 * name becomes free by news of the other, and by time alone.
 */
@Injectable()
export class FreedNames {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly subjects: SubjectRepository,
    private readonly entitler: Entitler,
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'freed-names');
    for (const { organizationId, connectionId } of await this.subjects.withFreedNames(
      everywhere,
      this.clock.instant(),
    )) {
      try {
        await this.giveBack({ ...everywhere, organizationId }, connectionId);
      } catch (error) {
        this.log.error({ connectionId, error: String(error) }, 'giving names back failed; the next sweep retries');
      }
    }
  }

  /** The rest, and those of a connection that somebody works on, is for the next sweep. */
  private giveBack(context: Context, connectionId: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      if (!(await this.lock.tryTake(inside, connectionId))) return;
      const connection = await this.connections.find(inside, connectionId);
      if (!connection || connection.pause === 'all') return;
      const waiting = await this.subjects.withFreedName(inside, connectionId, this.clock.instant(), atOnce);
      const again = waiting.map((each) => subjectOf(each, connectionId, { kind: 'timer', id: each.id }));
      if (again.length > 0) await this.entitler.refresh(inside, connection, again, again[0].cause!);
    });
  }
}
