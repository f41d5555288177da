import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { ownerRole } from '../roles/built-in-roles.js';
import type { SessionOpening, SingleSignOnStanding } from '../single-sign-on/single-sign-on.js';
import { type CurrentSession, idleSeconds, type OwnSession, type SignInPlace } from './session.js';

/** An operator as signing in needs it, secrets included. */
export interface SignInCandidate extends SingleSignOnStanding {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly disabled: boolean;
  readonly totpSealed: string | null;
  /** The operator's organization, or one above it, is disabled. */
  readonly isOrganizationDisabled: boolean;
}

const columns = `o.organization_id as "organizationId", o.id, o.email, o.name, o.role_id as "roleId", o.password_hash
  as "passwordHash", o.disabled,
  o.totp_sealed as "totpSealed", o.totp_confirmed as "totpConfirmed",
  exists (select 1 from organizations home join organizations above on above.id = any (home.path) and above.disabled
  where home.id = o.organization_id) as "isOrganizationDisabled",
  own.single_sign_on_required as "isSingleSignOnRequired"`;

/**
 * One operator, however many have the address; more would be more work and reveal their number. The oldest that can
 * sign in.
 */
const candidate = statement(
  'sign_in_candidate',
  `
  select ${columns} from operators o join organizations own on own.id = o.organization_id
  where o.email_key = $1 and ($2::uuid is null or o.organization_id = $2)
  order by o.password_hash is null or (own.single_sign_on_required and o.role_id <> '${ownerRole.id}'), o.disabled,
    o.created_at, o.id
  limit 1`,
);
const candidateById = statement(
  'sign_in_candidate_by_id',
  `
  select ${columns} from operators o join organizations own on own.id = o.organization_id
  where o.organization_id = $1 and o.id = $2`,
);

/**
 * Locks the operator's row, so that a concurrent change that disables the operator or sets the password either sees
 * this session or prevents it.
 */
const open = statement(
  'sessions_open',
  `
  with live as (
    select organization_id, id from operators where organization_id = $1 and id = $2
      and password_hash is not distinct from $3 and not disabled for share)
  insert into operator_sessions (organization_id, id, operator_id, token_hash, address, user_agent, created_at,
    last_used_at, expires_at, opened_by, proven_at)
  select organization_id, $4, id, $5, $8, $9, $6, $6, $7, $10, case when $11::boolean then $6::timestamptz end
  from live returning id`,
);
const tidy = statement(
  'sessions_tidy',
  `
  delete from operator_sessions where organization_id = $1 and operator_id = $2 and (expires_at <= $3
    or last_used_at <= $4)`,
);
const signedIn = statement(
  'sign_in_signed_in',
  'update operators set signed_in_at = $3 where organization_id = $1 and id = $2',
);
const find = statement(
  'sessions_find',
  `
  select s.id, s.organization_id as "organizationId", s.created_at as "createdAt", s.expires_at as "expiresAt",
    s.last_used_at as "lastUsedAt", home.name as "organizationName", home.time_zone as "timeZone",
    s.proven_at as "provenAt", o.totp_confirmed as "totpConfirmed", o.password_hash is not null as "hasPassword",
    home.single_sign_on_required as "isSingleSignOnRequired", r.permissions as "rolePermissions",
    json_build_object('id', o.id, 'email', o.email, 'name', o.name, 'roleId', o.role_id) as operator
  from operator_sessions s join operators o on o.organization_id = s.organization_id and o.id = s.operator_id
  join organizations home on home.id = s.organization_id
  left join roles r on r.organization_id = s.organization_id and r.id = o.role_id
    where s.token_hash = $1`,
);
const close = statement('sessions_close', 'delete from operator_sessions where token_hash = $1');
/** $3 now, $4 the last use that is recent enough, $5 the hash of the caller's token. */
const own = statement(
  'sessions_own',
  `
  select id, address, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt",
    expires_at as "expiresAt", token_hash = $5 as "isCurrent"
  from operator_sessions where organization_id = $1 and operator_id = $2 and expires_at > $3 and last_used_at > $4`,
);
const closeOwn = statement(
  'sessions_close_own',
  'delete from operator_sessions where organization_id = $1 and operator_id = $2 and id = $3 returning id',
);
const renew = statement(
  'sessions_renew',
  'update operator_sessions set token_hash = $2 where token_hash = $1 returning id',
);

const takeStep = statement(
  'sign_in_take_step',
  `
  update operators set totp_step = $3 where organization_id = $1 and id = $2 and totp_step < $3 returning 1 as taken`,
);
const takeRecovery = statement(
  'sign_in_take_recovery',
  `
  update operators set recovery_hashes = array_remove(recovery_hashes, $3::bytea)
  where organization_id = $1 and id = $2 and $3::bytea = any (recovery_hashes) returning 1 as taken`,
);

@Injectable()
export class SignInRepository {
  // The caller is not known yet: only an address or a token is.
  private readonly everywhere = systemContext(everyOrganization, 'sign-in');

  constructor(private readonly database: Database) {}

  candidate(emailKey: string, organizationId: string | null): Promise<SignInCandidate | undefined> {
    return this.database.one<SignInCandidate>(this.everywhere, candidate, [emailKey, organizationId]);
  }

  candidateById(context: Context, id: string): Promise<SignInCandidate | undefined> {
    return this.database.one<SignInCandidate>(context, candidateById, [context.organizationId, id]);
  }

  /**
   * False if the operator was disabled or got another password meanwhile, or if `afterwards` says so, which joins the
   * same transaction.
   */
  async open(
    { organizationId, id, passwordHash }: SignInCandidate,
    sessionId: string,
    tokenHash: Buffer,
    { address, userAgent }: SignInPlace,
    at: Instant,
    expiresAt: Instant,
    { openedBy, isProvenAfresh }: { readonly openedBy: SessionOpening; readonly isProvenAfresh: boolean },
    afterwards: (inside: Context) => Promise<boolean>,
  ): Promise<boolean> {
    const there = systemContext(organizationId, 'sign-in');
    const values = [
      organizationId,
      id,
      passwordHash,
      sessionId,
      tokenHash,
      at,
      expiresAt,
      address,
      userAgent,
      openedBy,
      isProvenAfresh,
    ];
    return this.database.transaction(there, async (inside) => {
      await this.database.query(inside, tidy, [organizationId, id, at, laterBy(at, -idleSeconds)]);
      if ((await this.database.query(inside, open, values)).length === 0) return false;
      const isDone = await afterwards(inside);
      if (isDone) await this.database.query(inside, signedIn, [organizationId, id, at]);
      else await this.database.query(inside, close, [tokenHash]);
      return isDone;
    });
  }

  find(tokenHash: Buffer): Promise<CurrentSession | undefined> {
    return this.database.one<CurrentSession>(this.everywhere, find, [tokenHash]);
  }

  /** The operator's sessions that have not ended. */
  own({ organizationId, operator }: CurrentSession, tokenHash: Buffer, at: Instant): Promise<OwnSession[]> {
    const values = [organizationId, operator.id, at, laterBy(at, -idleSeconds), tokenHash];
    return this.database.query<OwnSession>(systemContext(organizationId, 'sign-in'), own, values);
  }

  /** False if it is none of the operator's. */
  async closeOwn({ organizationId, operator }: CurrentSession, id: string): Promise<boolean> {
    const values = [organizationId, operator.id, id];
    return (await this.database.query(systemContext(organizationId, 'sign-in'), closeOwn, values)).length > 0;
  }

  /** The session goes on with another token. False if it has ended. */
  async renew(tokenHash: Buffer, newHash: Buffer): Promise<boolean> {
    return (await this.database.query(this.everywhere, renew, [tokenHash, newHash])).length > 0;
  }

  async close(tokenHash: Buffer): Promise<void> {
    await this.database.query(this.everywhere, close, [tokenHash]);
  }

  /**
   * False if this code, or a later one, was used before. Within the transaction of `within`, if any, the code is used
   * up exactly when it commits.
   */
  async takeStep({ organizationId, id }: SignInCandidate, step: number, within?: Context): Promise<boolean> {
    return (
      (await this.database.query(signingIn(organizationId, within), takeStep, [organizationId, id, step])).length > 0
    );
  }

  async takeRecovery({ organizationId, id }: SignInCandidate, hash: Buffer, within?: Context): Promise<boolean> {
    return (
      (await this.database.query(signingIn(organizationId, within), takeRecovery, [organizationId, id, hash])).length >
      0
    );
  }
}

function signingIn(organizationId: string, within: Context | undefined): Context {
  return { ...systemContext(organizationId, 'sign-in'), transaction: within?.transaction };
}
