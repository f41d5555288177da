import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { OperationPriority, WifiConsole } from '../wifi-console/port/wifi-console.js';

const known = statement(
  'group_ledger_known',
  `
  select name, remote_id as "remoteId" from bindings
  where organization_id = $1 and target_key = $2 and kind = 'group' and name = any($3::text[]) and state = 'bound'`,
);

const keep = statement(
  'group_ledger_keep',
  `
  insert into bindings (organization_id, id, connection_id, target_key, kind, remote_id, name, ownership, state,
    applied, created_at, updated_at)
  select $1, r.id, null, $2, 'group', r.remote_id, r.name, 'owned', 'bound', '{}', $4, $4
  from json_to_recordset($3::json) as r (id uuid, remote_id text, name text)
  on conflict (organization_id, target_key, kind, remote_id) do update set name = excluded.name, state = 'bound',
    updated_at = excluded.updated_at`,
);

const forget = statement(
  'group_ledger_forget',
  `
  update bindings set state = 'removed', updated_at = $4
  where organization_id = $1 and target_key = $2 and kind = 'group' and name = any($3::text[])`,
);

/** Ids of a remote console's groups, kept so that only an unknown name costs a call. */
@Injectable()
export class GroupLedger {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async idsOf(
    context: Context,
    console: WifiConsole,
    targetKey: string,
    names: readonly string[],
    priority: OperationPriority,
  ): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    const rows = await this.database.query<{ name: string; remoteId: string }>(context, known, [
      context.organizationId,
      targetKey,
      names,
    ]);
    const ids = new Map(rows.map(({ name, remoteId }) => [name, remoteId]));
    const missing = names.filter((name) => !ids.has(name));
    if (missing.length === 0) return ids;
    const found = await console.groups(context, missing, priority);
    const learnt = [...found].map(([name, remoteId]) => ({ id: this.ids.next(), name, remote_id: remoteId }));
    // Two spellings may be the same group there: the ledger has one row per group.
    const rowsToKeep = [...new Map(learnt.map((row) => [row.remote_id, row])).values()];
    await this.database.query(context, keep, [
      context.organizationId,
      targetKey,
      JSON.stringify(rowsToKeep),
      this.clock.instant(),
    ]);
    return new Map([...ids, ...found]);
  }

  /** Somebody may have deleted these groups at the console: look them up next time. */
  async forget(context: Context, targetKey: string, names: readonly string[]): Promise<void> {
    if (names.length > 0)
      await this.database.query(context, forget, [context.organizationId, targetKey, names, this.clock.instant()]);
  }
}
