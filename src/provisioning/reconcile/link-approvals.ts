import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';
import { Entitler } from '../entitle/entitler.js';
import type { Subject } from '../subject/subject.js';
import { ProvisionLog } from '../identity/provision-log.js';
import { Consoles } from '../wifi-console/consoles.js';
import type { AppliedUser } from '../identity/account.js';

type Dispute =
  | { readonly code: 'other_connection' | 'successor'; readonly account: string; readonly identityId: string }
  | { readonly code: 'taken'; readonly account: string; readonly remoteId: string | null };

type DisputedSubject = Omit<Subject, 'connectionId'> & { readonly disputed: Dispute | null };

const disputed = statement(
  'link_disputed_subject',
  `
  select s.id, s.source_key as "sourceKey", s.parent_key as "parentKey", s.guest_key as "guestKey", s.facts, s.version,
    s.state, s.ends_at as "endsAt", s.extension,
    s.identity_id as "identityId", s.last_event_at as "lastEventAt", s.disputed
  from subjects s where s.organization_id = $1 and s.connection_id = $2 and s.id = $3`,
);

const lock = statement('link_lock_subject', 'select 1 from subjects where organization_id = $1 and id = $2 for update');

const link = statement(
  'link_subject',
  `
  update subjects set identity_id = $3, disputed = null where organization_id = $1 and id = $2`,
);

const adopt = statement(
  'link_adopt',
  `
  insert into bindings as b (organization_id, id, identity_id, connection_id, target_key, kind, remote_id, name,
    ownership, state, applied, created_at, updated_at)
  values ($1, $2, $3, $4, $5, 'user', $6, $7, 'adopted', 'linked', $8, $9, $9)
  on conflict (organization_id, target_key, kind, remote_id) do update set identity_id = excluded.identity_id,
    connection_id = excluded.connection_id,
    name = excluded.name, ownership = 'adopted', state = 'linked', applied = excluded.applied, ended_at = null,
    updated_at = excluded.updated_at
  where b.state = 'removed'
  returning b.id`,
);

/** From now on the record is one of those who have the account. */
const join = statement(
  'link_join_holders',
  `
  update bindings set applied = jsonb_set(applied, '{holders}', applied -> 'holders' || to_jsonb($3::text))
  where organization_id = $1 and identity_id = $2 and kind = 'user' and state <> 'removed' and applied ? 'holders'`,
);

/** What we know of an account before the first write to it. */
const nothingSaid: Omit<AppliedUser, 'username'> = {
  passwordFingerprint: null,
  groupName: null,
  disabled: false,
  validFrom: null,
  validUntil: null,
  maxDevices: null,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  comment: null,
  onEnd: 'disable',
  deleteAfterSeconds: null,
};

/**
 * An operator says that a disputed record and an existing account belong to the same person. From then on this holds
 * for that account.
 */
@Injectable()
export class LinkApprovals {
  constructor(
    private readonly database: Database,
    private readonly entitler: Entitler,
    private readonly consoles: Consoles,
    private readonly log: ProvisionLog,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Links the record to the account that it is disputed over, then reconciles it. That account belongs to another
   * connection, or it is an account of the console that is not ours; such an account becomes `adopted`: its password
   * and name stay as they are, and it is never deleted.
   * @throws Problem not_found; conflict when nothing is disputed
   */
  async approve(context: Context, connection: StoredConnection, subjectId: string): Promise<void> {
    const seen = await this.subject(context, connection, subjectId);
    // Asked before the transaction, so that no lock waits for a remote console.
    const remoteId = seen.disputed.code === 'taken' ? await this.remoteIdOf(context, connection, seen.disputed) : null;
    await this.database.transaction(context, async (inside) => {
      await this.database.query(inside, lock, [inside.organizationId, subjectId]);
      const subject = await this.subject(inside, connection, subjectId);
      const identityId =
        subject.disputed.code === 'taken'
          ? await this.adopt(inside, connection, subject, remoteId)
          : subject.disputed.identityId;
      await this.database.query(inside, link, [inside.organizationId, subjectId, identityId]);
      await this.database.query(inside, join, [inside.organizationId, identityId, subjectId]);
      const cause = { kind: 'operator', id: inside.actor.id } as const;
      await this.entitler.refresh(inside, connection, [{ ...subject, connectionId: connection.id, identityId }], cause);
      await this.log.append(inside, [
        {
          connectionId: connection.id,
          subjectId,
          identityId,
          kind: 'link',
          status: 'done',
          cause: { ...cause, actor: inside.actor.name },
          account: subject.disputed.account,
          before: null,
          after: null,
          detail: 'an operator approved the link',
        },
      ]);
    });
  }

  private async subject(
    context: Context,
    connection: StoredConnection,
    id: string,
  ): Promise<DisputedSubject & { disputed: Dispute }> {
    const subject = await this.database.one<DisputedSubject>(context, disputed, [
      context.organizationId,
      connection.id,
      id,
    ]);
    if (!subject) throw Problem.notFound('subject', id);
    if (!subject.disputed) throw new Problem('conflict', 'Nothing about this record is disputed');
    return { ...subject, disputed: subject.disputed };
  }

  private async remoteIdOf(
    context: Context,
    connection: StoredConnection,
    dispute: Extract<Dispute, { code: 'taken' }>,
  ): Promise<string> {
    const by = dispute.remoteId === null ? { username: dispute.account } : { remoteId: dispute.remoteId };
    const user = await this.consoles.for(connection).findUser(context, by, operationPriority.grant);
    if (!user) throw new Problem('conflict', 'The account that had the name is gone; synchronise the record instead');
    return user.remoteId;
  }

  private async adopt(
    inside: Context,
    connection: StoredConnection,
    { identityId, disputed: { account } }: DisputedSubject & { disputed: Dispute },
    remoteId: string | null,
  ): Promise<string> {
    if (identityId === null || remoteId === null)
      throw new Problem('conflict', 'What is disputed has changed; look at the record again');
    const applied: AppliedUser = { ...nothingSaid, username: account };
    const adopted = await this.database.query(inside, adopt, [
      inside.organizationId,
      this.ids.next(),
      identityId,
      connection.id,
      connection.targetKey,
      remoteId,
      account,
      JSON.stringify(applied),
      this.clock.instant(),
    ]);
    if (adopted.length === 0) throw new Problem('conflict', 'The account has become another record’s meanwhile');
    return identityId;
  }
}
