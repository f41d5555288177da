import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { RetryPolicy } from '../../../kernel/retry-policy.js';
import { Periodic } from '../../../kernel/periodic.js';
import { Secrets } from '../../../kernel/secrets.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { AccountPasswords } from '../../entitle/account-passwords.js';
import { contentContext, type CredentialContent } from '../delivery/delivery.js';
import { contentOfPresent, credentialOfPresent, presentColumns } from '../delivery/present-credential.js';
import { answerVerdict, type AnswerVerdict, type AwaitedAnswer } from './answer-verdict.js';

const atOnce = 200;
/** A remote console may take its time. */
const looking = new RetryPolicy({ delays: { firstSeconds: 2, ceilingSeconds: 60 } });
const noCredential: CredentialContent = {
  username: null,
  password: null,
  codes: [],
  validFrom: null,
  validUntil: null,
  durationSeconds: null,
};

const organizations = statement(
  'awaited_answers_organizations',
  'select distinct organization_id as "organizationId" from awaited_answers where due_at <= $1',
);

const due = replanned(
  'awaited_answers_due',
  `
  select a.event_id as "eventId", a.connection_id as "connectionId", a.source_key as "sourceKey", a.is_understood
    as "isUnderstood", a.looks, a.created_at as "createdAt",
    exists (select 1 from credential_deliveries d where d.organization_id = $1 and d.connection_id = a.connection_id
    and d.event_id = a.event_id and d.via = 'answer') as "isTold",
    s.id as "subjectId", s.identity_id as "identityId", s.facts, s.last_event_at as "observedAt", s.invalid is not null
    as "isInvalid", s.disputed is not null as "isDisputed",
    coalesce(i.want_rev > i.done_rev, false) as "isDue", i.problem, ${presentColumns}
  from (select * from awaited_answers where organization_id = $1 and due_at <= $3 order by due_at limit $2
    for update skip locked) a
  left join subjects s on s.organization_id = $1 and s.connection_id = a.connection_id and s.source_key = a.source_key
  left join lateral (select * from entitlements h where h.organization_id = $1 and h.subject_id = s.id
    order by h.revoked, h.kind limit 1) e on true
  left join identities i on i.organization_id = $1 and i.id = e.identity_id`,
);

const postpone = replanned(
  'awaited_answers_postpone',
  `
  update awaited_answers a set due_at = r.due_at, looks = a.looks + 1 from json_to_recordset($2::json)
    as r (event_id uuid, due_at timestamptz)
  where a.organization_id = $1 and a.event_id = r.event_id`,
);

const settle = replanned(
  'awaited_answers_settle',
  'delete from awaited_answers where organization_id = $1 and event_id = any($2::uuid[])',
);

const say = replanned(
  'awaited_answers_say',
  `
  insert into credential_deliveries (organization_id, id, connection_id, subject_id, identity_id, event_id, kind, via,
    position, credential, content_sealed, outcome, reason, status, due_at, created_at)
  select $1, r.id, r.connection_id, r.subject_id, r.identity_id, r.event_id, r.kind, 'answer', r.position, r.credential,
    r.content_sealed, r.outcome, r.reason, 'pending', $3, $3
  from json_to_recordset($2::json) as r (id uuid, connection_id uuid, subject_id uuid, identity_id uuid, event_id uuid,
    kind text, position smallint, credential text, content_sealed text, outcome text, reason text)
  on conflict do nothing`,
);

type Said = { readonly answer: AwaitedAnswer; readonly connection: StoredConnection; readonly verdict: AnswerVerdict };

/**
 * Answers everybody who waits for the outcome of a message, even when there is nothing to give, or nothing could be
 * made.
 */
@Injectable()
export class AwaitedAnswerSender extends Periodic {
  readonly name = 'awaited answers';
  protected readonly everyMilliseconds = 1_000;

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly passwords: AccountPasswords,
    private readonly secrets: Secrets,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  async round(): Promise<void> {
    const waiting = await this.database.query<{ organizationId: string }>(
      systemContext(everyOrganization, this.name),
      organizations,
      [this.clock.instant()],
    );
    for (const { organizationId } of waiting)
      await this.database.transaction(systemContext(organizationId, this.name), (inside) => this.look(inside));
  }

  private async look(inside: Context): Promise<void> {
    const now = this.clock.instant();
    const answers = await this.database.query<AwaitedAnswer>(inside, due, [inside.organizationId, atOnce, now]);
    const connections = new Map(
      (await this.connections.loadMany(inside, [...new Set(answers.map(({ connectionId }) => connectionId))])).map(
        (each) => [each.id, each],
      ),
    );
    const said = answers.flatMap((answer): Said[] => {
      const connection = connections.get(answer.connectionId);
      return connection ? [{ answer, connection, verdict: answerVerdict(answer, connection, now) }] : [];
    });
    const waiting = said.filter(({ verdict }) => verdict.kind === 'wait');
    const over = said.filter(({ verdict }) => verdict.kind !== 'wait');
    const rows = over.filter(({ verdict }) => verdict.kind !== 'told').map((each) => this.rowOf(each));
    if (rows.length > 0) {
      await this.database.query(inside, say, [inside.organizationId, JSON.stringify(rows), now]);
      this.database.afterCommit(inside, () =>
        this.wakeUps.publishMessages(inside.organizationId, 'credential_deliveries'),
      );
    }
    if (over.length > 0)
      await this.database.query(inside, settle, [inside.organizationId, over.map(({ answer }) => answer.eventId)]);
    if (waiting.length > 0)
      await this.database.query(inside, postpone, [
        inside.organizationId,
        JSON.stringify(
          waiting.map(({ answer }) => ({
            event_id: answer.eventId,
            due_at: laterBy(now, looking.plainSeconds(answer.looks + 1)),
          })),
        ),
      ]);
  }

  private rowOf({ answer, connection, verdict }: Said): object {
    const id = this.ids.derived(answer.eventId, 'awaited answer');
    const position = connection.access.deliver.findIndex(({ via }) => via === 'answer');
    const isReady = verdict.kind === 'ready';
    const content = isReady && position >= 0 ? contentOfPresent(answer, this.passwords) : noCredential;
    return {
      id,
      connection_id: connection.id,
      subject_id: answer.subjectId,
      identity_id: answer.identityId,
      event_id: answer.eventId,
      position,
      kind: isReady ? answer.spec?.kind : null,
      credential: isReady && position >= 0 ? credentialOfPresent(answer) : null,
      content_sealed: isReady ? this.secrets.seal(JSON.stringify(content), contentContext(id)) : null,
      outcome: verdict.kind,
      reason: 'reason' in verdict ? verdict.reason : null,
    };
  }
}
