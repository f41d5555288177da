import { Injectable } from '@nestjs/common';
import iconv from 'iconv-lite';
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
    const { subjectIds, identityIds, userIds, guestIds, usernames, names } = scope;
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
    const asAddresses = names.map((each) => each.toLowerCase());
    await run('registrations', sql.deletions.registrations, usernames, userIds, asAddresses, guestIds);
    await run('registrations', sql.deletions.portalRegistrations, usernames, userIds, asAddresses, guestIds);
    await run('requests at portals', sql.deletions.portalRequests, userIds, asAddresses, guestIds);
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
    const patterns = names.flatMap((each) => [each, inJson(each), each.replaceAll('"', '""')]).map(likePattern);
    // Names that are too short, or only a number, to be searched for by themselves.
    const exact = [...userIds, ...usernames.map((each) => JSON.stringify(each))].map(likePattern);
    for (const [kind, statement] of Object.entries(sql.recordedMentions))
      await run(kind, statement, [...new Set([...patterns, ...exact])]);
    for (const [kind, statement] of Object.entries(sql.mentions))
      if (patterns.length > 0) await run(kind, statement, [...new Set(patterns)]);
    await run('answers', sql.answers);
    await run('files', sql.fileParts, scope.connectionIds);
    await run('files', sql.fileContents, scope.connectionIds);
    return counts;
  }

  /**
   * Messages are sealed, so each stored one is opened and searched. Those that contain one of the names lose their
   * content, and so do those whose master key is gone: nobody can tell.
   */
  private async erasePayloads(inside: Context, { connectionIds, words, pairs }: PersonScope): Promise<number> {
    const wanted = words.map(written);
    const together = pairs.map((each) => each.map(written));
    const isThere = (text: string, forms: readonly string[]) => forms.some((each) => text.includes(each));
    let erased = 0;
    for (let after = firstId; wanted.length + together.length > 0;) {
      const some = await this.database.query<StoredPayload>(inside, sql.payloads, [
        inside.organizationId,
        connectionIds,
        after,
      ]);
      const hit = some.filter(({ id, payloadSealed, encoding }) => {
        const body = this.payloads.openIfKnown(id, payloadSealed);
        const text = body === null ? undefined : textOf(body, encoding).toLowerCase();
        return (
          text === undefined ||
          wanted.some((forms) => isThere(text, forms)) ||
          together.some((both) => both.every((forms) => isThere(text, forms)))
        );
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

interface StoredPayload {
  readonly id: string;
  readonly payloadSealed: string;
  readonly encoding: string | null;
}

/** As UTF-8, and in the code page of an interface that has one. */
function textOf(body: Buffer, encoding: string | null): string {
  const text = body.toString('utf8');
  return encoding !== null && iconv.encodingExists(encoding) ? `${text}\n${iconv.decode(body, encoding)}` : text;
}

/** The ways in which a message may write a text, in lower case. */
function written(text: string): string[] {
  return [text, inJson(text), encodeURIComponent(text), asciiJson(text)].map((each) => each.toLowerCase());
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** The way serializers that keep to ASCII write it. */
function asciiJson(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
