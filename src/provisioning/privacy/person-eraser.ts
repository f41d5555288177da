import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Payloads } from '../inbox/payloads.js';
import * as sql from './erasure.statements.js';
import type { PersonScope } from './person.js';

const firstId = '00000000-0000-0000-0000-000000000000';

/** Removes one person from every table. Their accounts are gone before. */
@Injectable()
export class PersonEraser {
  constructor(
    private readonly database: Database,
    private readonly payloads: Payloads,
  ) {}

  /** Inside a transaction. `pseudonym` becomes the name of their sessions. Returns the number of rows of each kind. */
  async erase(inside: Context, scope: PersonScope, pseudonym: string): Promise<Record<string, number>> {
    const { subjectIds, identityIds, userIds, usernames, names } = scope;
    const counts: Record<string, number> = {};
    const run = async (kind: string, statement: Statement, ...values: unknown[]): Promise<void> => {
      const count = (await this.database.query(inside, statement, [inside.organizationId, ...values])).length;
      if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
    };
    await run('log', sql.eraseLog, subjectIds, identityIds);
    await run('plans', sql.plans, subjectIds, identityIds);
    await run('deliveries', sql.deletions.deliveries, subjectIds);
    await run('answers awaited', sql.deletions.awaited, subjectIds);
    await run('certificates', sql.certificates, userIds, pseudonym);
    await run(
      'registrations',
      sql.deletions.registrations,
      usernames,
      userIds,
      names.map((each) => each.toLowerCase()),
    );
    await run(
      'registrations',
      sql.deletions.portalRegistrations,
      usernames,
      userIds,
      names.map((each) => each.toLowerCase()),
    );
    const asAddresses = names.map((each) => each.toLowerCase());
    await run('requests at portals', sql.deletions.portalRequests, userIds, asAddresses);
    await run('approvals', sql.approvals, asAddresses);
    await run('portal attempts', sql.deletions.portalAttempts, usernames);
    await run('logins', sql.logins, usernames, userIds, pseudonym);
    await run('sessions', sql.eraseSessions, usernames, userIds, pseudonym);
    await run('users', sql.deletions.users, userIds);
    await run('operations', sql.deletions.operations, identityIds);
    await run('bindings', sql.deletions.bindings, identityIds);
    await run('records', sql.deletions.subjects, subjectIds);
    await run('identities', sql.deletions.identities, identityIds);
    counts.messages = await this.erasePayloads(inside, scope);
    const patterns = names.map(likePattern);
    for (const [kind, statement] of Object.entries(sql.mentions))
      if (patterns.length > 0) await run(kind, statement, patterns);
    await run('answers', sql.answers);
    await run('files', sql.fileParts, scope.connectionIds);
    await run('files', sql.fileContents, scope.connectionIds);
    return counts;
  }

  /**
   * Messages are sealed, so each stored one is opened and searched. Those that contain one of the names lose their
   * content.
   */
  private async erasePayloads(inside: Context, { connectionIds, words }: PersonScope): Promise<number> {
    const wanted = words
      .flatMap((each) => [each, JSON.stringify(each).slice(1, -1), encodeURIComponent(each), asciiJson(each)])
      .map((each) => each.toLowerCase());
    let erased = 0;
    for (let after = firstId; wanted.length > 0;) {
      const some = await this.database.query<{ id: string; payloadSealed: string }>(inside, sql.payloads, [
        inside.organizationId,
        connectionIds,
        after,
      ]);
      const hit = some.filter(({ id, payloadSealed }) => {
        const text = this.payloads.open(id, payloadSealed).toString('utf8').toLowerCase();
        return wanted.some((each) => text.includes(each));
      });
      if (hit.length > 0)
        erased += (
          await this.database.query(inside, sql.erasePayloads, [inside.organizationId, hit.map(({ id }) => id)])
        ).length;
      if (some.length < 200) break;
      after = some[some.length - 1].id;
    }
    return erased;
  }
}

function likePattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** The way serializers that keep to ASCII write it. */
function asciiJson(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
