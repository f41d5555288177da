import type { Instant } from '../../kernel/clock.js';
import type { Ids } from '../../kernel/ids.js';
import type { Grant } from '../access/grant.js';
import type { Connection } from '../connection/connection.js';
import { TouchedAccounts } from './touched-accounts.js';
import type { AccountPasswords } from './account-passwords.js';
import { EntitleBatch } from './entitle-batch.js';
import { isOpen } from '../identity/entitlement.js';
import type { HeldEntitlement } from './entitlement.repository.js';
import type { Cause } from '../identity/cause.js';
import type { Subject } from '../subject/subject.js';

export interface WantedGrant {
  readonly subject: Subject;
  readonly grant: Grant;
}

/**
 * Whether a subject already has exactly what it should have, so that no other account need be read for it: most changes
 * in a list have nothing to do with access. Decided on the one account that it holds, if that is open and belongs to
 * the connection: then other records on that account make no difference.
 */
export class SettledCheck {
  constructor(
    private readonly connection: Connection,
    private readonly passwords: AccountPasswords,
    private readonly ids: Ids,
    private readonly now: Instant,
    private readonly actor: string,
  ) {}

  is({ subject, grant }: WantedGrant, held: readonly HeldEntitlement[], cause: Cause): boolean {
    const [only] = held;
    if (held.length !== 1 || only.identityId !== subject.identityId || !isOpen(only, this.now)) return false;
    // Whether it keeps the name of an earlier version is up to what the console has.
    if (grant.kind === 'user' && grant.formerUsernames && isUnderAnother(grant.accountKey, only)) return false;
    const { identityId: id, targetKey, accountKey, accountConnectionId: connectionId } = only;
    if (targetKey !== this.connection.targetKey || connectionId !== this.connection.id) return false;
    const book = new TouchedAccounts(
      targetKey,
      connectionId,
      [{ id, targetKey, accountKey, connectionId, bound: true, isNew: false, members: new Map() }],
      () => this.ids.next(),
    );
    const trial = new EntitleBatch(this.connection, book, this.passwords, this.ids, this.now, this.actor);
    trial.add(subject, grant, held, cause);
    return trial.changesNothing && book.created().length === 0 && book.altered().length === 0;
  }
}

function isUnderAnother(accountKey: string, { spec }: Pick<HeldEntitlement, 'spec'>): boolean {
  return spec.kind === 'user' && spec.wantedKey !== accountKey;
}
