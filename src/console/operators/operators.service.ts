import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { ownerRole } from '../roles/built-in-roles.js';
import { Owners } from '../roles/owners.js';
import { type LinkedAccount, LinkedAccountsRepository } from '../linked-accounts/linked-accounts.repository.js';
import { SingleSignOn } from '../single-sign-on/single-sign-on.js';
import { requireGrantable, requirePowerOver } from '../roles/permission-vocabulary.js';
import { AuditTrail } from '../audit-trail/audit-trail.js';
import { RolesService } from '../roles/roles.service.js';
import { Invitations } from './invitations.js';
import { operatorTable } from './operator.entity.js';
import { OperatorLinks } from './operator-links.js';
import { DepartedAddresses } from '../departed/departed-addresses.js';
import { emailKey, type Operator, type OperatorFields } from './operator.js';
import { OperatorPasswords, requireGoodPassword } from './operator-passwords.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { newRecord, type RecordLife } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import { OperatorsRepository } from './operators.repository.js';

export interface NewOperator extends Omit<OperatorFields, 'disabled'>, Partial<Pick<OperatorFields, 'disabled'>> {
  /** If absent, the operator is invited. */
  readonly password?: string;
  /** The operator chooses the password; if absent, `password` decides. */
  readonly invitation?: boolean;
}

export interface OperatorChange extends Partial<OperatorFields> {
  readonly password?: string;
  /** 0 switches codes off, for somebody who lost the device. */
  readonly totp?: 0;
}

export interface Invited {
  readonly operator: Operator;
  /** Shown once; null if a password was set. */
  readonly invitationToken: string | null;
}

const usual = { ...operatorTable.usual, hasPassword: false, totpConfirmed: false } as Omit<
  Operator,
  keyof RecordLife | 'email' | 'name' | 'roleId'
>;
const refused = refusals({ taken: { operators_email: 'An operator with this e-mail address exists' } });

/** Operators of an organization. Nobody makes, changes or removes one with more permissions than their own. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly operators: OperatorsRepository,
    private readonly invitations: Invitations,
    private readonly links: OperatorLinks,
    private readonly passkeys: PasskeysRepository,
    private readonly passwords: OperatorPasswords,
    private readonly roles: RolesService,
    private readonly owners: Owners,
    private readonly accounts: LinkedAccountsRepository,
    private readonly singleSignOn: SingleSignOn,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly trail: AuditTrail,
    private readonly departed: DepartedAddresses,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Operator>> {
    return this.operators.table.list(context, list);
  }

  read(context: Context, id: string): Promise<Operator> {
    return this.operators.table.read(context, id);
  }

  async create(context: Context, { password, invitation, ...fields }: NewOperator): Promise<Invited> {
    if (invitation && password !== undefined)
      throw Problem.invalidField('invitation', 'give password or invitation, not both');
    if (invitation === false && password === undefined)
      throw Problem.invalidField('password', 'is needed without an invitation');
    const passwordHash = await this.hashOf(password, fields);
    return this.database.transaction(context, async (inside) => {
      await this.requireMayGrant(inside, fields.roleId);
      if (passwordHash) await this.singleSignOn.requirePasswordAllowed(inside, fields.roleId);
      const at = this.clock.instant();
      const operator = newRecord({ ...usual, ...fields, emailKey: emailKey(fields.email) }, this.ids.next(), at);
      await this.operators.table.insert(inside, operator).catch(refused);
      await this.departed.welcome(inside, [operator.email]);
      if (passwordHash) await this.operators.setPassword(inside, operator.id, passwordHash);
      const invitationToken = passwordHash ? null : await this.invitations.issue(inside, operator.id);
      return { operator: await this.read(inside, operator.id), invitationToken };
    });
  }

  /** A new password, disabling or enabling, and switching codes off end all of the operator's sessions. */
  async change(
    context: Context,
    id: string,
    { password, totp, ...fields }: OperatorChange,
    expected: Expected,
  ): Promise<Operator> {
    const known = await this.read(context, id);
    const passwordHash = await this.hashOf(password, { ...known, ...fields });
    return this.database.transaction(context, async (inside) => {
      const before = await this.operators.table.held(inside, id, expected);
      requireNotOneself(context, before, { password, disabled: fields.disabled, roleId: fields.roleId });
      await this.requirePowerOver(inside, before.roleId);
      if (fields.roleId && fields.roleId !== before.roleId) await this.requireMayGrant(inside, fields.roleId);
      if (passwordHash) await this.singleSignOn.requirePasswordAllowed(inside, fields.roleId ?? before.roleId);
      const after: Operator = { ...before, ...fields, revision: before.revision + 1, updatedAt: this.clock.instant() };
      await this.operators.table.update(inside, { ...after, emailKey: emailKey(after.email) }).catch(refused);
      if (passwordHash) await this.operators.setPassword(inside, id, passwordHash);
      if (totp === 0) await this.operators.dropTotp(inside, id);
      // An operator who is given another password may have lost or lent a device.
      if (passwordHash || totp === 0) await this.passkeys.removeAll(inside, id);
      const isSwitched = fields.disabled !== undefined && fields.disabled !== before.disabled;
      if (passwordHash || totp === 0 || isSwitched) await this.operators.endSessions(inside, id);
      const isElsewhere = emailKey(after.email) !== emailKey(before.email);
      if (passwordHash || totp === 0 || isSwitched || isElsewhere) await this.links.end(inside, id);
      if (isElsewhere) {
        await this.departed.welcome(inside, [after.email]);
        // The record may be another person's from now on: the accounts were those of the one before.
        await this.accounts.removeOfOperator(inside, id);
      }
      if (isActiveOwner(before) && !isActiveOwner(after)) await this.owners.requireOne(inside);
      if (isActiveOwner(before) && (!isActiveOwner(after) || totp === 0))
        await this.singleSignOn.requireEmergencyOwner(inside);
      return this.read(inside, id);
    });
  }

  /** A new invitation, which voids the previous one. Until it is accepted, an existing password stays valid. */
  invite(context: Context, id: string): Promise<Invited> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.operators.table.held(inside, id, undefined);
      if (before.disabled) throw new Problem('conflict', 'The operator is disabled: enable them first');
      await this.requirePowerOver(inside, before.roleId);
      const invitationToken = await this.invitations.issue(inside, id);
      return { operator: await this.read(inside, id), invitationToken };
    });
  }

  endSessions(context: Context, id: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const { email, roleId } = await this.operators.table.held(inside, id, undefined);
      await this.requirePowerOver(inside, roleId);
      await this.operators.endSessions(inside, id);
      // Whoever had one of the sessions may hold a link that opens the next.
      await this.links.end(inside, id, 'session');
      await this.trail.record(inside, { action: 'sign_out', resource: 'operators', resourceId: id, label: email });
    });
  }

  async linkedAccounts(context: Context, id: string): Promise<LinkedAccount[]> {
    await this.read(context, id);
    return this.accounts.list(context, id);
  }

  /** The next sign-in by that provider links an account anew, by its address. Ends all of the operator's sessions. */
  unlinkAccount(context: Context, id: string, accountId: string): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const { roleId } = await this.operators.table.held(inside, id, undefined);
      await this.requirePowerOver(inside, roleId);
      if (!(await this.accounts.remove(inside, id, accountId))) throw Problem.notFound('linked account', accountId);
      await this.operators.endSessions(inside, id);
      await this.links.end(inside, id, 'session');
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.operators.table.held(inside, id, expected);
      if (before.id === context.actor.id)
        throw new Problem('conflict', 'Nobody deletes themselves: let another operator do it');
      await this.requirePowerOver(inside, before.roleId);
      await this.operators.table.remove(inside, id);
      await this.departed.depart(inside, before.email, this.clock.instant());
      if (!isActiveOwner(before)) return;
      await this.owners.requireOne(inside);
      await this.singleSignOn.requireEmergencyOwner(inside);
    });
  }

  private async requireMayGrant(inside: Context, roleId: string): Promise<void> {
    const role = await this.roles.hold(inside, roleId);
    if (!role) throw Problem.invalidField('role_id', `There is no role ${roleId}`);
    requireGrantable(inside.actor, role.permissions);
  }

  private async requirePowerOver(inside: Context, roleId: string): Promise<void> {
    requirePowerOver(inside.actor, 'this operator', (await this.roles.hold(inside, roleId))?.permissions ?? []);
  }

  private async hashOf(
    password: string | undefined,
    operator: Pick<OperatorFields, 'email' | 'name'>,
  ): Promise<string | null> {
    if (password === undefined) return null;
    await requireGoodPassword(password, operator);
    return this.passwords.hash(password);
  }
}

function isActiveOwner({ roleId, disabled, hasPassword }: Operator): boolean {
  return roleId === ownerRole.id && !disabled && hasPassword;
}

/** Operators change these about themselves elsewhere, or not at all. */
function requireNotOneself(
  { actor }: Context,
  { id }: Operator,
  { password, disabled, roleId }: { password?: string; disabled?: boolean; roleId?: string },
): void {
  if (actor.id !== id) return;
  if (password !== undefined)
    throw Problem.invalidField('password', 'is changed with the current one: POST /sessions/current/password');
  if (disabled || roleId !== undefined)
    throw new Problem('conflict', 'Nobody disables themselves or changes their own role: let another operator do it');
}
