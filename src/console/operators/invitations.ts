import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/secrets.js';
import {
  isBoundBySingleSignOn,
  singleSignOnNeeded,
  type SingleSignOnStanding,
} from '../single-sign-on/single-sign-on.js';
import { OperatorPasswords, requireGoodPassword } from './operator-passwords.js';
import { OperatorsRepository } from './operators.repository.js';

const validSeconds = 7 * 24 * 3600;

const find = statement(
  'invitations_find',
  `
  select o.organization_id as "organizationId", o.id, o.email, o.name, o.role_id as "roleId",
    o.totp_confirmed as "totpConfirmed", home.single_sign_on_required as "isSingleSignOnRequired"
  from operators o join organizations home on home.id = o.organization_id
  where o.invitation_hash = $1 and o.invitation_expires_at > $2 and not o.disabled`,
);
/** If several arrive at once, one wins; the others find no such invitation any more. */
const accept = statement(
  'invitations_accept',
  `
  update operators set password_hash = $4, invitation_hash = null, invitation_expires_at = null, name = coalesce($5,
    name),
    updated_at = $3, revision = revision + 1
  where organization_id = $1 and invitation_hash = $2 and invitation_expires_at > $3 and not disabled returning id`,
);

export interface AcceptedInvitation {
  readonly organizationId: string;
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * How an operator chooses a first password: with a token that is shown once, stored as a hash, and good once, for seven
 * days.
 */
@Injectable()
export class Invitations {
  // The token is all that is known of whoever accepts.
  private readonly everywhere = systemContext(everyOrganization, 'invitation');

  constructor(
    private readonly operators: OperatorsRepository,
    private readonly passwords: OperatorPasswords,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  /** Inside a transaction. Returns the token. */
  async issue(inside: Context, operatorId: string): Promise<string> {
    const token = `invitation_${this.chance.bytes(32).toString('base64url')}`;
    await this.operators.setInvitation(inside, operatorId, sha256(token), laterBy(this.clock.instant(), validSeconds));
    return token;
  }

  /**
   * Throws `invalid` for an unknown, used or expired token, and for a password that is too easy; `forbidden` where the
   * operator signs in by a provider only, without a password.
   */
  async accept(token: string, password: string, name: string | null): Promise<AcceptedInvitation> {
    const hash = sha256(token);
    const found = await this.database.one<AcceptedInvitation & SingleSignOnStanding>(this.everywhere, find, [
      hash,
      this.clock.instant(),
    ]);
    if (!found) throw unknownInvitation();
    if (isBoundBySingleSignOn(found)) throw singleSignOnNeeded(found.organizationId);
    await requireGoodPassword(password, { email: found.email, name: name ?? found.name });
    const passwordHash = await this.passwords.hash(password);
    const there: Context = {
      ...systemContext(found.organizationId, 'invitation'),
      actor: { kind: 'operator', id: found.id, name: found.name, permissions: [] },
    };
    await this.database.transaction(there, async (inside) => {
      const won = await this.database.query(inside, accept, [
        found.organizationId,
        hash,
        this.clock.instant(),
        passwordHash,
        name,
      ]);
      if (won.length === 0) throw unknownInvitation();
      await this.operators.endSessions(inside, found.id);
    });
    return { ...found, name: name ?? found.name };
  }
}

function unknownInvitation(): Problem {
  return Problem.invalidField('token', 'is unknown, was used, or is older than 7 days: ask for a new invitation');
}
