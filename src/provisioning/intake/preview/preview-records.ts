import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import type { PlanItem, PreviewRequest } from './plan-item.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Change } from '../../connector/change.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { Connector } from '../../connector/connector.js';
import type { Subject } from '../../subject/subject.js';
import type { Facts } from '../../facts/facts.js';
import { ConnectorHost } from '../../host/connector-host.js';
import type { SubjectSet } from '../../subject/subject-set.js';
import { Subjects } from '../changes/subjects.js';

/** A record as it would be known; `isNew`: only for the preview. */
export interface TriedSubject extends Subject {
  readonly isNew: boolean;
}

type Tried = Pick<TriedSubject, 'sourceKey' | 'facts'>;

const columns = `s.id, s.source_key as "sourceKey", s.parent_key as "parentKey", s.guest_key as "guestKey", s.facts,
  s.version, s.state,
  s.ends_at as "endsAt", s.extension, s.identity_id as "identityId", s.last_event_at as "lastEventAt"`;

const stored = statement(
  'preview_stored_subjects',
  `
  select ${columns} from subjects s where s.organization_id = $1 and s.connection_id = $2
    order by (s.state = 'present') desc, s.created_at, s.id limit $3`,
);

/** A word-for-word repetition counts as heard when it was first said. */
const put = statement(
  'preview_put_subjects',
  `
  insert into subjects as s (organization_id, id, connection_id, source_key, kind, facts, state, last_event_at,
    created_at, updated_at)
  select $1, r.id, $2, r.source_key, r.facts ->> 'kind', r.facts, 'present', $4, $4, $4 from json_to_recordset($3::json)
    as r (id uuid, source_key text, facts jsonb)
  on conflict (organization_id, connection_id, source_key) do update set facts = excluded.facts,
    last_event_at = case when s.facts = excluded.facts then s.last_event_at else excluded.last_event_at end
  returning ${columns}`,
);

/** The records of a preview, put in place while its transaction lasts. */
@Injectable()
export class PreviewRecords {
  constructor(
    private readonly database: Database,
    private readonly host: ConnectorHost,
    private readonly subjects: Subjects,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * `unread`: what a message only hints at.
   * @throws Problem invalid when the message cannot be read
   */
  async of(
    inside: Context,
    connection: StoredConnection,
    request: PreviewRequest,
  ): Promise<{ subjects: TriedSubject[]; unread: PlanItem[] }> {
    const { records, limit } = request;
    if (request.payload) return this.ofMessage(inside, connection, request, request.payload);
    if (records)
      return {
        subjects: await this.put(
          inside,
          connection,
          records.slice(0, limit).map(({ key, facts }) => ({ sourceKey: key, facts })),
        ),
        unread: [],
      };
    const rows = await this.database.query<Subject>(inside, stored, [inside.organizationId, connection.id, limit]);
    return { subjects: rows.map((row) => ({ ...row, connectionId: connection.id, isNew: false })), unread: [] };
  }

  private async ofMessage(
    inside: Context,
    connection: StoredConnection,
    { limit, otherSettings }: PreviewRequest,
    body: Buffer,
  ): Promise<{ subjects: TriedSubject[]; unread: PlanItem[] }> {
    const connector = otherSettings ? this.host.trialOf(connection) : this.host.connectorOf(connection);
    const changes = this.interpreted(connector, body);
    const origin = {
      sequence: Number.MAX_SAFE_INTEGER,
      at: this.clock.instant(),
      cause: { kind: 'operator', id: inside.actor.id },
    } as const;
    const { set } = await this.subjects.simulate(inside, connection, [{ origin, changes }]);
    const named = changes.flatMap((change) => (change.kind === 'record' ? (set.find(change.record.key) ?? []) : []));
    const tried = [...set.toRefresh.map(({ subject }) => subject), ...named].map(({ sourceKey, facts }) => ({
      sourceKey,
      facts,
    }));
    const unread = changes.flatMap((change) => unreadItem(change, set) ?? []);
    return { subjects: await this.put(inside, connection, tried.slice(0, limit)), unread };
  }

  private interpreted(connector: Connector, body: Buffer) {
    const { receives, listens } = connector;
    const read =
      receives?.interpret.bind(receives) ?? listens?.interpret.bind(listens) ?? connector.pasted?.bind(connector);
    if (!read) throw Problem.invalidField('payload', 'This connector takes no messages in; give records instead');
    try {
      return read({ body, receivedAt: this.clock.instant(), sequence: '0'.repeat(20) });
    } catch (error) {
      if (error instanceof ConnectorProblem) throw Problem.invalidField('payload', error.message);
      throw error;
    }
  }

  private async put(inside: Context, connection: StoredConnection, tried: readonly Tried[]): Promise<TriedSubject[]> {
    if (tried.length === 0) return [];
    // The last change of a key counts.
    const rows = [
      ...new Map(
        tried.map(({ sourceKey, facts }) => [
          sourceKey,
          { id: this.ids.next(), source_key: sourceKey, facts: facts satisfies Facts },
        ]),
      ).values(),
    ];
    const fresh = new Set(rows.map(({ id }) => id));
    const known = await this.database.query<Subject>(inside, put, [
      inside.organizationId,
      connection.id,
      JSON.stringify(rows),
      this.clock.instant(),
    ]);
    return known.map((row) => ({ ...row, connectionId: connection.id, isNew: fresh.has(row.id) }));
  }
}

/** What leads to no record that could be tried. */
function unreadItem(change: Change, set: SubjectSet): PlanItem | null {
  const item = (detail: string, sourceKey: string | null = null, kind = 'none'): PlanItem => ({
    kind,
    sourceKey,
    subjectId: null,
    account: null,
    before: null,
    after: null,
    detail,
  });
  switch (change.kind) {
    case 'hint':
      return item(`names a ${change.of} that would be read first`, change.key);
    case 'malformed':
      return item(change.problem.detail, change.problem.key, 'problem');
    case 'ignored':
      return item(change.reason);
    case 'patch':
      return set.find(change.key) ? null : item('is about no record that is known', change.key);
    default:
      return null;
  }
}
