import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';

/** Tokens that vendors issued to connections, shared by all processes. */
export class SharedTokens1764001600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table connection_vendor_tokens (
        organization_id uuid not null,
        connection_id uuid not null,
        name text not null,
        revision int not null,
        requested_with text not null,
        token_sealed text not null,
        until_at timestamptz not null,
        issued_at jsonb not null,
        primary key (organization_id, connection_id, name),
        constraint connection_vendor_tokens_connection
          foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
      )`,
      ...walled(['connection_vendor_tokens']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['connection_vendor_tokens']);
  }
}
