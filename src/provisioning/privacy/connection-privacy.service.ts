import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { allKept, type ConnectionPrivacy } from '../connection/kept-fields.js';

const find = statement(
  'connection_privacy_find',
  'select fields, payload_days as "payloadDays" from connection_privacy where organization_id = $1 and id = $2',
);
const save = statement(
  'connection_privacy_save',
  `
  insert into connection_privacy (organization_id, id, fields, payload_days, updated_at) values ($1, $2, $3, $4, $5)
  on conflict (organization_id, id) do update set fields = excluded.fields, payload_days = excluded.payload_days,
    updated_at = excluded.updated_at`,
);
/** What one connection keeps about its people. */
@Injectable()
export class ConnectionPrivacyService {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found */
  async of(context: Context, connectionId: string): Promise<ConnectionPrivacy> {
    await this.connections.load(context, connectionId);
    return (
      (await this.database.one<ConnectionPrivacy>(context, find, [context.organizationId, connectionId])) ?? allKept
    );
  }

  /** Applies to what arrives from now on; a full sync rewrites what is stored. @throws Problem not_found */
  async change(
    context: Context,
    connectionId: string,
    changes: Partial<ConnectionPrivacy>,
  ): Promise<ConnectionPrivacy> {
    return this.database.transaction(context, async (inside) => {
      const after = { ...(await this.of(inside, connectionId)), ...changes };
      if (after.fields && new Set(after.fields).size !== after.fields.length)
        throw Problem.invalidField('fields', 'must name each field once');
      await this.database.query(inside, save, [
        inside.organizationId,
        connectionId,
        after.fields,
        after.payloadDays,
        this.clock.instant(),
      ]);
      return after;
    });
  }
}
