import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { RecordTrial } from '../../connector/record-trial.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { Payloads } from '../../inbox/payloads.js';
import { type MappedRecordDto, mappedRecordDto } from './mapping-trial.dto.js';

/** Reads this many messages and shows the first ones that are about different records. */
const latest = statement(
  'mapping_trial_messages',
  `
  select id, payload_sealed as sealed from inbox_events
  where organization_id = $1 and connection_id = $2 and payload_sealed is not null
  order by seq desc limit 30`,
);

/** What a mapping document makes of a connection's own messages, while it is edited. Makes no calls to the vendor. */
@Injectable()
export class MappingTrial {
  constructor(
    private readonly database: Database,
    private readonly host: ConnectorHost,
    private readonly payloads: Payloads,
  ) {}

  /** @throws Problem invalid if operators cannot edit this connector's mapping */
  async of(
    context: Context,
    connection: StoredConnection,
    { payload, limit }: { readonly payload?: unknown; readonly limit: number },
  ): Promise<MappedRecordDto[]> {
    const connector = this.host.trialOf(connection);
    const read = connector.mapped?.bind(connector);
    if (!read) throw Problem.invalidField('mapping', 'is not a setting of this connector: it knows its records itself');
    if (payload !== undefined && payload !== null) return once(read(bodyOf(payload), limit), null);
    const stored = await this.database.query<{ readonly id: string; readonly sealed: string }>(context, latest, [
      context.organizationId,
      connection.id,
    ]);
    const { mapping } = connection.settings as { readonly mapping?: { readonly sample?: unknown } };
    if (stored.length === 0)
      return mapping?.sample === undefined ? [] : once(read(bodyOf(mapping.sample), limit), null);
    const all = stored.flatMap(({ id, sealed }) => once(read(this.payloads.open(id, sealed), limit), id));
    // Ignored messages come last: they show nothing of the document.
    const telling = all.toSorted(
      (one, other) => Number(one.outcome === 'ignored') - Number(other.outcome === 'ignored'),
    );
    return telling.filter(firstOfItsKey()).slice(0, limit);
  }
}

const once = (trials: readonly RecordTrial[], eventId: string | null) =>
  trials.map((each) => mappedRecordDto(each, eventId));

const bodyOf = (payload: unknown): Buffer =>
  Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));

/** The latest message of each record counts; a message whose key cannot be read counts as a record of its own. */
function firstOfItsKey(): (record: MappedRecordDto) => boolean {
  const seen = new Set<string>();
  return ({ key }) => {
    if (key === null) return true;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}
