import type { Context } from '../../../src/kernel/context.js';
import type { Connection } from '../../../src/provisioning/connection/connection.js';
import type { Cause } from '../../../src/provisioning/identity/cause.js';
import { Entitler } from '../../../src/provisioning/entitle/entitler.js';
import type { KnownSubject } from '../../../src/provisioning/subject/known-subject.js';
import type { Subject } from '../../../src/provisioning/subject/subject.js';
import type { SubjectRepository } from '../../../src/provisioning/subject/subject.repository.js';

/** Keeps what it is told, as committed or not as the transaction around it. */
export class RecordingEntitler implements Pick<Entitler, 'refresh'> {
  readonly calls: { readonly subjects: readonly Subject[]; readonly cause: Cause }[] = [];
  /** Throws while a subject with this key is among them. */
  poison: string | null = null;

  constructor(private readonly rows: SubjectRepository) {}

  async refresh(
    inside: Context,
    connection: Connection,
    subjects: readonly Subject[],
    cause: Cause,
    newcomers: readonly KnownSubject[] = [],
  ): Promise<void> {
    if (subjects.some(({ sourceKey }) => sourceKey === this.poison)) throw new Error('cannot entitle');
    await this.rows.insert(inside, connection.id, newcomers, []);
    this.calls.push({ subjects, cause });
  }

  get told(): string[] {
    return this.calls.flatMap(({ subjects }) =>
      subjects.map(({ sourceKey, facts, endsAt }) => `${sourceKey} ${facts.status}${endsAt ? ` until ${endsAt}` : ''}`),
    );
  }

  forget(): void {
    this.calls.length = 0;
  }
}
