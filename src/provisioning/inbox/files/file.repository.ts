import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { DeliveredFile, Examination, OfferedFile } from '../../connector/files.js';
import * as sql from './file.statements.js';

export type StoredFile = DeliveredFile & { readonly connectionId: string };
type Accepted = StoredFile & { readonly fingerprintsSealed: string | null };

@Injectable()
export class FileRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: Context,
    id: string,
    to: { readonly id: string; readonly revision: number },
    offered: Omit<OfferedFile, 'content'>,
    now: Instant,
  ): Promise<void> {
    const { name, origin, modifiedAt, declared } = offered;
    await this.database.query(context, sql.begin, [
      context.organizationId,
      id,
      to.id,
      name,
      origin,
      modifiedAt,
      JSON.stringify(declared),
      to.revision,
      now,
    ]);
  }

  async addPart(context: Context, fileId: string, position: number, sealed: string): Promise<void> {
    await this.database.query(context, sql.addPart, [context.organizationId, fileId, position, sealed]);
  }

  async complete(
    context: Context,
    id: string,
    connectionId: string,
    digest: string,
    byteLength: number,
  ): Promise<StoredFile> {
    const [file] = await this.database.query<StoredFile>(context, sql.complete, [
      context.organizationId,
      id,
      connectionId,
      digest,
      asStored(byteLength),
    ]);
    return file;
  }

  async part(context: Context, fileId: string, position: number): Promise<string | undefined> {
    return (
      await this.database.one<{ contentSealed: string }>(context, sql.parts, [context.organizationId, fileId, position])
    )?.contentSealed;
  }

  find(context: Context, id: string): Promise<StoredFile | undefined> {
    return this.database.one(context, sql.fileById, [context.organizationId, id]);
  }

  lock(inside: Context, id: string): Promise<StoredFile | undefined> {
    return this.database.one(inside, sql.lockFile, [inside.organizationId, id]);
  }

  async knows(
    context: Context,
    to: { readonly id: string; readonly revision: number },
    file: { readonly name: string; readonly byteLength: number; readonly modifiedAt: Instant | null },
  ): Promise<boolean> {
    const values = [context.organizationId, to.id, file.name, asStored(file.byteLength), file.modifiedAt, to.revision];
    return (await this.database.query(context, sql.known, values)).length > 0;
  }

  lastAccepted(
    context: Context,
    connectionId: string,
    scope: Examination['scope'] | null,
  ): Promise<Accepted | undefined> {
    return this.database.one(context, sql.lastAccepted, [context.organizationId, connectionId, scope]);
  }

  nextChanges(context: Context, connectionId: string, behind: number): Promise<StoredFile | undefined> {
    return this.database.one(context, sql.nextChanges, [context.organizationId, connectionId, behind]);
  }

  /** False when it was judged meanwhile. */
  async judge(
    inside: Context,
    id: string,
    { verdict, scope, ...found }: Examination,
    fingerprintsSealed: string | null,
    now: Instant,
  ): Promise<boolean> {
    const rows = await this.database.query(inside, sql.judge, [
      inside.organizationId,
      id,
      verdict,
      scope,
      JSON.stringify({ verdict, scope, ...found }),
      fingerprintsSealed,
      now,
    ]);
    return rows.length > 0;
  }

  async accept(inside: Context, id: string, by: string, now: Instant): Promise<void> {
    await this.database.query(inside, sql.accept, [inside.organizationId, id, by, now]);
  }

  async supersede(inside: Context, connectionId: string, id: string): Promise<void> {
    await this.database.query(inside, sql.supersede, [inside.organizationId, connectionId, id]);
  }

  /** Whether it is the last accepted list once more; then no file before it is accepted any more. */
  async confirm(inside: Context, connectionId: string, { id, digest }: StoredFile): Promise<boolean> {
    const values = [inside.organizationId, connectionId, id, digest];
    return (await this.database.query(inside, sql.confirm, values)).length > 0;
  }

  async dropContent(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, sql.dropContent, [inside.organizationId, id]);
  }
}

/** The column ends at 2 GiB, far above what is ever read. */
function asStored(byteLength: number): number {
  return Math.min(byteLength, 2 ** 31 - 1);
}
