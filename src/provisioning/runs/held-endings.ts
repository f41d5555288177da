import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { Connection } from '../connection/connection.js';
import type { Cause } from '../entitle/entitler.js';
import { isLiving } from '../facts/facts.js';
import type { KnownSubject } from '../subject/known-subject.js';
import { SubjectLock } from '../subject/subject-lock.js';
import { SubjectRepository } from '../subject/subject.repository.js';
import { SubjectSet } from '../subject/subject-set.js';
import { Subjects } from '../subject/subjects.js';
import { planHash } from './removal-plan.js';
import type { RunItem } from './run.js';
import { RunRepository } from './run.repository.js';

const connectionsWith = statement('held_endings_connections', `
  select organization_id as "organizationId", connection_id as "connectionId" from subjects where ending is not null and ends_at is null group by 1, 2
  union select organization_id, connection_id from runs where mode = 'endings' and status = 'held'`);

const open = statement('held_endings_open', `
  insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at, started_at, collected_at)
  values ($1, $2, $3, 'endings', 'source', 'held', 'storm guard', $4, $4, $4)`);

const forget = statement('held_endings_forget', "delete from recent_endings where at < $1");

/** People who are said to have left in a storm, as the plan of one run for each connection, which an operator decides about. */
@Injectable()
export class HeldEndings {
  constructor(
    private readonly database: Database, private readonly lock: SubjectLock, private readonly rows: SubjectRepository, private readonly subjects: Subjects,
    private readonly runs: RunRepository, private readonly connections: ConnectionRepository, private readonly alarms: Alarms, private readonly ids: Ids, private readonly clock: Clock,
  ) {}

  /** Brings every plan to what is held now: it grows with the storm, and shrinks as people come back. */
  async look(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'held-endings');
    for (const { organizationId, connectionId } of await this.database.query<{ organizationId: string; connectionId: string }>(everywhere, connectionsWith)) {
      await this.database.transaction({ ...everywhere, organizationId }, async (inside) => {
        if (await this.lock.tryTake(inside, connectionId)) await this.plan(inside, await this.connections.load(inside, connectionId));
      });
    }
  }

  /** What counted for a day is over. */
  async forget(before: string): Promise<void> {
    await this.database.query(systemContext(everyOrganization, 'held-endings'), forget, [before]);
  }

  held(inside: Context, connectionId: string): Promise<KnownSubject[]> {
    return this.rows.heldBack(inside, connectionId);
  }

  /** They left, after all. */
  async carryOut(inside: Context, connection: Connection, held: readonly KnownSubject[], cause: Cause): Promise<void> {
    await this.change(inside, connection, held, (each) => {
      const facts = each.ending ?? each.facts;
      return { facts, state: isLiving(facts) ? 'present' : 'gone', ending: null };
    }, cause);
  }

  /** It was a mistake: they keep access until something new is said of them. */
  async dismiss(inside: Context, connection: Connection, held: readonly KnownSubject[], cause: Cause): Promise<void> {
    await this.change(inside, connection, held, () => ({ ending: null }), cause);
  }

  over(inside: Context, connectionId: string): Promise<void> {
    return this.alarms.end(inside, ['endings.held'], [connectionId]);
  }

  private async plan(inside: Context, connection: Connection): Promise<void> {
    const held = await this.held(inside, connection.id);
    const before = (await this.runs.heldOf(inside, connection.id, 'endings'))[0];
    if (held.length === 0) {
      if (!before) return;
      const problem = { code: 'nobody_left', detail: 'Everybody it was about was said to be there again' };
      await this.runs.finish(inside, before.id, 'done', this.clock.instant(), { problem });
      return this.over(inside, connection.id);
    }
    const hash = planHash(held);
    if (before?.planHash === hash) return;
    const runId = before?.id ?? this.ids.next();
    if (!before) await this.database.query(inside, open, [inside.organizationId, runId, connection.id, this.clock.instant()]);
    await this.runs.dropItems(inside, runId, ['ending']);
    await this.runs.addItems(inside, runId, held.map(itemOf));
    await this.runs.hold(inside, runId, { held: held.length, hash, expiresAt: null });
    await this.alarms.raise(inside, [{
      event: 'endings.held', subjectId: connection.id, subjectName: connection.name, state: runId,
      detail: 'More people are said to have left within a day than its safety allows; they keep access until somebody decides', facts: { run_id: runId },
    }]);
  }

  private async change(inside: Context, connection: Connection, held: readonly KnownSubject[], to: (subject: KnownSubject) => Partial<KnownSubject>, cause: Cause): Promise<void> {
    const set = new SubjectSet(held, () => this.ids.next());
    for (const each of held) set.changed(Object.assign(each, to(each)), cause);
    await this.subjects.save(inside, connection, set);
  }
}

function itemOf({ id, identityId, sourceKey, facts, ending }: KnownSubject): RunItem {
  return {
    kind: 'ending', subjectId: id, identityId, sourceKey, account: null, before: { status: facts.status }, after: { status: ending?.status ?? null },
    detail: 'said to have left, with more others than safety allows',
  };
}
