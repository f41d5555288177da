import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Secrets } from '../../kernel/secrets.js';
import type { DeliverRule } from '../access/access-settings.dto.js';
import type { Connection } from '../connection/connection.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { AccountPasswords } from '../entitle/account-passwords.js';
import { EntitlementRepository } from '../entitle/entitlement.repository.js';
import type { Account, AppliedUser } from '../identity/account.js';
import { contentContext, type CredentialContent } from './delivery/delivery.js';
import type { MadeCredential } from './delivery/made-credential.js';

/**
 * A repeated write to the console is no new credential: the last delivery of the same way shows that. An older one that
 * still waits would only mislead. The status is compared as an expression so that nothing but the subject finds a row:
 * the partial index of all that is pending looks small to the planner until a first list has filled it.
 */
const enqueue = statement(
  'credential_deliveries_enqueue',
  `
  with added as (
    insert into credential_deliveries (organization_id, id, connection_id, subject_id, identity_id, event_id, kind, via,
      position, address_template, credential, content_sealed, status, due_at, created_at)
    select $1, r.id, r.connection_id, r.subject_id, r.identity_id, r.event_id, r.kind, r.via, r.position,
      r.address_template, r.credential, r.content_sealed, 'pending', $3, $3
    from json_to_recordset($2::json) as r (id uuid, connection_id uuid, subject_id uuid, identity_id uuid,
      event_id uuid, kind text, via text, position smallint,
      address_template text, credential text, content_sealed text)
    where r.credential is null or r.credential is distinct from (
      select l.credential from credential_deliveries l where l.organization_id = $1 and l.subject_id = r.subject_id
        and l.kind = r.kind and l.via = r.via and l.position = r.position
      order by l.created_at desc, l.id desc limit 1)
    on conflict do nothing returning subject_id, kind)
  update credential_deliveries d set status = 'failed', error = 'A newer credential took its place',
    content_sealed = null, lease_owner = null, lease_until_at = null
  from (select distinct subject_id from added where kind = 'user') a
  where d.organization_id = $1 and d.subject_id = a.subject_id and d.kind = 'user' and d.status || '' = 'pending'`,
);

/**
 * Queues credentials for delivery in the transaction that makes, or confirms, them: none is lost, none goes out twice.
 */
@Injectable()
export class CredentialOutbox {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly entitlements: EntitlementRepository,
    private readonly passwords: AccountPasswords,
    private readonly secrets: Secrets,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * One statement for a batch of any size; nothing at all where no connection delivers. `made` is only evaluated where
   * one does.
   */
  async write(
    inside: Context,
    connections: readonly Connection[],
    made: () => readonly MadeCredential[],
  ): Promise<void> {
    const delivering = new Map(
      connections.filter(({ access }) => access.deliver.length > 0).map((connection) => [connection.id, connection]),
    );
    if (delivering.size === 0) return;
    const rows = made().flatMap((credential) => {
      const connection = delivering.get(credential.account.connectionId);
      return connection ? this.rowsOf(credential, connection.access.deliver) : [];
    });
    if (rows.length === 0) return;
    const { organizationId } = inside;
    await this.database.query(inside, enqueue, [organizationId, JSON.stringify(rows), this.clock.instant()]);
    this.database.afterCommit(inside, () => this.wakeUps.publishMessages(organizationId, 'credential_deliveries'));
  }

  /** Like write, when the connections have not been read yet. */
  async confirmed(inside: Context, made: readonly MadeCredential[]): Promise<void> {
    if (made.length === 0) return;
    await this.write(
      inside,
      await this.connections.loadMany(inside, [...new Set(made.map(({ account }) => account.connectionId))]),
      () => made,
    );
  }

  /**
   * For an account that turned out to exist after the answer was lost: its password is the one still wanted, or will be
   * made again.
   */
  async found(
    inside: Context,
    account: Account,
    operationId: string,
    subjectId: string | null,
    user: AppliedUser,
  ): Promise<void> {
    if (subjectId === null) return;
    const held = await this.entitlements.ofSubjects(inside, [subjectId]);
    const passwordOf = held.find(
      ({ spec }) => spec.kind === 'user' && spec.passwordFingerprint === user.passwordFingerprint,
    );
    if (passwordOf)
      await this.confirmed(inside, [{ account, operationId, subjectId, passwordOf, user, vouchers: null }]);
  }

  private rowsOf(made: MadeCredential, rules: readonly DeliverRule[]): object[] {
    const content = this.contentOf(made);
    return rules.map(({ via, to }, position) => {
      const id = this.ids.derived(made.operationId, 'deliver', position);
      return {
        id,
        connection_id: made.account.connectionId,
        subject_id: made.subjectId,
        identity_id: made.account.id,
        via,
        position,
        event_id: made.account.cause?.kind === 'event' ? made.account.cause.id : null,
        kind: made.user ? 'user' : 'voucher',
        address_template: to ?? null,
        credential: made.user && (made.user.passwordFingerprint ?? `username ${made.user.username}`),
        content_sealed: this.secrets.seal(JSON.stringify(content), contentContext(id)),
      };
    });
  }

  private contentOf({ user, vouchers, passwordOf }: MadeCredential): CredentialContent {
    return {
      username: user?.username ?? null,
      password: passwordOf?.secretSealed ? this.passwords.open(passwordOf.id, passwordOf.secretSealed) : null,
      codes: vouchers?.codes ?? [],
      validFrom: user?.validFrom ?? null,
      validUntil: user?.validUntil ?? vouchers?.validUntil ?? null,
      durationSeconds: vouchers?.durationSeconds ?? null,
    };
  }
}
