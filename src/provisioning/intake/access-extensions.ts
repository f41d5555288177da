import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { Extension } from '../access/extension.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { Entitler } from '../entitle/entitler.js';
import { subjectOf } from '../subject/known-subject.js';
import { SubjectLock } from '../subject/subject-lock.js';
import { SubjectRepository } from '../subject/subject.repository.js';

const put = statement(
  'extension_put',
  `
  update subjects set extension = $4 where organization_id = $1 and connection_id = $2 and id = $3`,
);

/** Lets a person give and withdraw access beyond what the outside system says. */
@Injectable()
export class AccessExtensions {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly rows: SubjectRepository,
    private readonly entitler: Entitler,
  ) {}

  /**
   * Replaces any earlier extension, or withdraws it; the account changes with priority.
   * @throws Problem not_found
   */
  async set(
    inside: Context,
    connection: StoredConnection,
    subjectId: string,
    extension: Extension | null,
  ): Promise<void> {
    const cause = { kind: 'operator', id: inside.actor.id } as const;
    await this.lock.take(inside, connection.id);
    await this.database.query(inside, put, [
      inside.organizationId,
      connection.id,
      subjectId,
      extension && JSON.stringify(extension),
    ]);
    const [subject] = await this.rows.byIds(inside, connection.id, [subjectId]);
    if (!subject) throw Problem.notFound('subject', subjectId);
    await this.entitler.refresh(inside, connection, [subjectOf(subject, connection.id, cause)], cause);
  }
}
