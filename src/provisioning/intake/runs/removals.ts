import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import type { Connection } from '../../connection/connection.js';
import type { Cause } from '../../identity/cause.js';
import { goneFacts } from '../../subject/fact-sets.js';
import type { KnownSubject } from '../../subject/known-subject.js';
import { SubjectSet } from '../../subject/subject-set.js';
import { Subjects } from '../changes/subjects.js';

/** Ends subjects that the outside system no longer lists. */
@Injectable()
export class Removals {
  constructor(
    private readonly subjects: Subjects,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** They become tombstones at their last known version: being listed again, or anything newer, revives them. */
  async remove(inside: Context, connection: Connection, gone: readonly KnownSubject[], cause: Cause): Promise<void> {
    if (gone.length === 0) return;
    const now = this.clock.instant();
    const set = new SubjectSet(gone, () => this.ids.next());
    for (const each of gone) {
      Object.assign(each, {
        facts: goneFacts(each.facts),
        state: 'gone',
        endsAt: null,
        ending: null,
        endingRunId: null,
        missingScans: Math.max(1, each.missingScans),
        lastEventAt: now,
      });
      set.changed(each, cause);
    }
    await this.subjects.save(inside, connection, set);
  }
}
