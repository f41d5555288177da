import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { EntitlementRepository } from '../entitle/entitlement.repository.js';
import { type Account, retiredAccountKey } from '../identity/account.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';

/** Due at once: what is left of the account ends before another is made. */
const retire = statement(
  'heirs_retire',
  `
  update identities i set account_key = $3, want_rev = i.want_rev + 1, due_at = $4, priority = $5, problem = null,
    attempts = 0, updated_at = $4
  where i.organization_id = $1 and i.id = $2 and i.account_key = $6 returning i.id`,
);

const insertHeir = statement(
  'heirs_insert',
  `
  insert into identities (organization_id, id, target_key, account_key, kind, connection_id, want_rev, due_at, priority,
    cause, created_at, updated_at)
  values ($1, $2, $3, $4, 'user', $5, 1, $6, $7, $8, $6, $6)`,
);

/** The open entitlements; those that have ended stay with the account that they gave. */
const moveEntitlements = replanned(
  'heirs_move_entitlements',
  `
  update entitlements e set identity_id = $3, updated_at = $4
  where e.organization_id = $1 and e.identity_id = $2 and not e.revoked
    and (e.valid_until_at is null or e.valid_until_at > $4)`,
);

const moveSubjects = replanned(
  'heirs_move_subjects',
  `
  update subjects s set identity_id = $3 from entitlements e
  where s.organization_id = $1 and s.identity_id = $2 and e.organization_id = $1 and e.subject_id = s.id
    and e.identity_id = $3`,
);

/** Names that went to another person: an identity of their own for the people who have them now. */
@Injectable()
export class Heirs {
  constructor(
    private readonly database: Database,
    private readonly entitlements: EntitlementRepository,
    private readonly ids: Ids,
  ) {}

  /**
   * The identity keeps its account, its log and its former people, under a key that no username has. Returns the
   * identities of those who have the names now.
   */
  async succeed(inside: Context, accounts: readonly Account[], now: Instant): Promise<string[]> {
    const { organizationId } = inside;
    const heirIds: string[] = [];
    for (const { id, targetKey, accountKey, connectionId, cause } of accounts) {
      const heirId = this.ids.next();
      await this.entitlements.lock(inside, targetKey);
      const retired = await this.database.query(inside, retire, [
        organizationId,
        id,
        retiredAccountKey(id),
        now,
        operationPriority.revoke,
        accountKey,
      ]);
      // It was given another name meanwhile, and is due for that.
      if (retired.length === 0) continue;
      await this.database.query(inside, insertHeir, [
        organizationId,
        heirId,
        targetKey,
        accountKey,
        connectionId,
        now,
        operationPriority.grant,
        cause && JSON.stringify(cause),
      ]);
      await this.database.query(inside, moveEntitlements, [organizationId, id, heirId, now]);
      await this.database.query(inside, moveSubjects, [organizationId, id, heirId]);
      heirIds.push(heirId);
    }
    return heirIds;
  }
}
