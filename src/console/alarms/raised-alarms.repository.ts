import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Alarm, AlarmEvent } from '../../kernel/alarms.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

const asked = `jsonb_to_recordset($2::jsonb) as n (id uuid, event text, subject_id uuid, subject_name text, state text,
  detail text, facts jsonb, ends_at timestamptz)`;

/** The same record entered another state, so the previous one is over. */
const supersede = replanned(
  'alarms_supersede',
  `
  update alerts a set resolved_at = $3 from ${asked}
  where a.organization_id = $1 and a.event = n.event and a.subject_id = n.subject_id and a.resolved_at is null
    and a.state <> n.state`,
);

/** In order, so that concurrent writers never wait in a circle. */
const insert = replanned(
  'alarms_insert',
  `
  insert into alerts (organization_id, id, event, subject_id, subject_name, state, detail, facts, raised_at, ends_at)
  select $1, n.id, n.event, n.subject_id, n.subject_name, n.state, n.detail, n.facts, $3, n.ends_at from ${asked}
    order by n.event, n.subject_id
  on conflict (organization_id, event, subject_id) where resolved_at is null do nothing`,
);

const end = replanned(
  'alarms_end',
  `
  update alerts set resolved_at = $4 where organization_id = $1 and event = any ($2) and subject_id = any ($3::uuid[])
    and resolved_at is null`,
);

@Injectable()
export class RaisedAlarmsRepository {
  constructor(private readonly database: Database) {}

  /** An alert that is already open in the same state stays as it is. */
  async raise(inside: Context, alarms: readonly (Alarm & { readonly id: string })[], at: Instant): Promise<void> {
    const rows = JSON.stringify(
      alarms.map(({ id, event, subjectId, subjectName, state, detail, facts, endsAt }) => ({
        id,
        event,
        subject_id: subjectId,
        subject_name: subjectName,
        state,
        detail,
        facts: facts ?? {},
        ends_at: endsAt ?? null,
      })),
    );
    await this.database.query(inside, supersede, [inside.organizationId, rows, at]);
    await this.database.query(inside, insert, [inside.organizationId, rows, at]);
  }

  async end(inside: Context, events: readonly AlarmEvent[], subjectIds: readonly string[], at: Instant): Promise<void> {
    await this.database.query(inside, end, [inside.organizationId, events, subjectIds, at]);
  }
}
