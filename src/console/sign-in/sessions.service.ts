import { Injectable } from '@nestjs/common';
import { Alarms } from '../../kernel/alarms.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { sha256 } from '../../kernel/secrets.js';
import {
  type AccountOwner,
  LinkedAccountsRepository,
  type ProvenSubject,
} from '../linked-accounts/linked-accounts.repository.js';
import { emailKey } from '../operators/operator.js';
import { OperatorLinks } from '../operators/operator-links.js';
import { type SessionOpening, singleSignOnRefusal } from '../single-sign-on/single-sign-on.js';
import { type Claimed, Proof, type ProofOutcome } from './proof.js';
import {
  type CurrentSession,
  idleSeconds,
  longestSeconds,
  type OwnSession,
  type Session,
  sessionToken,
  type SignInPlace,
} from './session.js';
import { type SignInCandidate, SignInRepository } from './sign-in.repository.js';
import { type SignedInBy, SignInTrail } from './sign-in-trail.js';

/** Long enough to reach for the other device. */
const linkSeconds = 15 * 60;
/** How long the alert of an emergency stands. */
const emergencySeconds = 24 * 3600;

export interface SignInResult {
  readonly kind: 'signed_in';
  readonly session: Session;
  /** Shown once. */
  readonly token: string;
}

export type SignInOutcome = SignInResult | Exclude<ProofOutcome, { kind: 'proven' }>;

/** The operator with this address signs in by another account of the same provider. */
export interface AnotherAccount {
  readonly kind: 'another_account';
}

/** Of an organization's operator whom one of its providers has proven. */
export interface VouchedOperator extends ProvenSubject {
  readonly organizationId: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly totp: string | null;
  /** The provider was told to ask who it is, even somebody whom it knew already. */
  readonly isAfresh: boolean;
}

type Once = (inside: Context) => Promise<boolean>;

/** Signing in and out. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly proof: Proof,
    private readonly repository: SignInRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly chance: Chance,
    private readonly trail: SignInTrail,
    private readonly links: OperatorLinks,
    private readonly accounts: LinkedAccountsRepository,
    private readonly alarms: Alarms,
  ) {}

  /** `organizationId` says which organization is meant, for an operator of several. */
  async signIn(
    claimed: Claimed & { readonly organizationId: string | null },
    place: SignInPlace,
  ): Promise<SignInOutcome> {
    const outcome = await this.proof.prove(claimed, place.address, () =>
      this.repository.candidate(emailKey(claimed.email), claimed.organizationId),
    );
    return outcome.kind === 'proven' ? this.open(outcome.candidate, place, 'password', {}) : outcome;
  }

  /**
   * The operator to whom the proven account is linked; the first time the one with its verified address, who is linked
   * to it from then on. `once`: whether the proof may be used still, asked when nothing else is in the way.
   */
  async signInVouched(
    vouched: VouchedOperator,
    place: SignInPlace,
    once: () => Promise<boolean>,
  ): Promise<SignInOutcome | AnotherAccount> {
    const { providerId, subject, email, organizationId, totp } = vouched;
    const there = systemContext(organizationId, 'sign-in');
    const owner = await this.accounts.ownerOf(there, vouched);
    const candidate = owner
      ? await this.repository.candidateById(there, owner.operatorId)
      : email === null
        ? undefined
        : await this.repository.candidate(emailKey(email), organizationId);
    if (candidate && !owner && (await this.accounts.isLinked(there, providerId, candidate.id))) {
      const came = { authentication_provider_id: providerId, subject };
      await this.trail.failed(candidate, place.address, 'another_account', came);
      return { kind: 'another_account' };
    }
    const claimed = { email: candidate?.email ?? email ?? subject, totp };
    const outcome = await this.proof.vouched(claimed, place.address, () => Promise.resolve(candidate));
    if (outcome.kind !== 'proven') return outcome;
    if (!(await once())) return { kind: 'wrong' };
    const by = { authentication_provider_id: providerId };
    const note = (inside: Context) => this.noteAccount(inside, owner, outcome.candidate.id, vouched);
    return this.open(outcome.candidate, place, 'provider', by, note, vouched.isAfresh);
  }

  /** Whoever comes with a link that the operator has made for themselves, in a session of theirs. */
  async signInByLink(token: string, place: SignInPlace): Promise<SignInResult | { readonly kind: 'wrong' }> {
    const link = await this.links.find('session', token);
    if (!link?.operatorId) return { kind: 'wrong' };
    const there = systemContext(link.organizationId, 'sign-in');
    const candidate = await this.repository.candidateById(there, link.operatorId);
    if (!candidate) return { kind: 'wrong' };
    return this.open(candidate, place, 'link', { link_id: link.id }, (inside) => this.links.use(inside, link));
  }

  /** A link that signs the operator of this session in on another device. */
  async linkFor({ organizationId, operator }: Session): Promise<{ token: string; endsAt: Instant }> {
    const token = this.links.newToken('session');
    const there = systemContext(organizationId, 'sign-in');
    const { endsAt } = await this.links.issue(there, 'session', operator.id, token, linkSeconds);
    return { token, endsAt };
  }

  /**
   * For an operator who is already proven. `once` joins the transaction and says whether that proof is still usable.
   * @throws Problem forbidden if the organization is disabled, or wants another way in
   */
  async open(
    candidate: SignInCandidate,
    place: SignInPlace,
    openedBy: SessionOpening,
    by: SignedInBy,
    once: Once = () => Promise.resolve(true),
    isProvenAfresh = openedBy === 'passkey',
  ): Promise<SignInResult | { readonly kind: 'wrong' }> {
    if (candidate.isOrganizationDisabled)
      throw new Problem('forbidden', 'The organization of this operator is disabled');
    const refusal = singleSignOnRefusal(candidate, openedBy);
    if (refusal) {
      await this.trail.failed(candidate, place.address, 'not_by_provider');
      throw refusal;
    }
    const isEmergency = candidate.isSingleSignOnRequired && openedBy !== 'provider' && openedBy !== 'link';
    const token = sessionToken(this.chance.bytes(32));
    const createdAt = this.clock.instant();
    const { organizationId, id, email, name, roleId } = candidate;
    const session: Session = {
      id: this.ids.next(),
      organizationId,
      operator: { id, email, name, roleId },
      createdAt,
      expiresAt: laterBy(createdAt, longestSeconds),
    };
    const isOpen = await this.repository.open(
      candidate,
      session.id,
      sha256(token),
      place,
      createdAt,
      session.expiresAt,
      { openedBy, isProvenAfresh },
      async (inside) => {
        if (!(await once(inside))) return false;
        await this.trail.signedIn(inside, candidate, place.address, by, isEmergency);
        if (isEmergency) await this.raiseEmergency(inside, candidate, openedBy, createdAt);
        return true;
      },
    );
    return isOpen ? { kind: 'signed_in', session, token } : { kind: 'wrong' };
  }

  async current(token: string): Promise<CurrentSession> {
    const session = await this.repository.find(sha256(token));
    if (!session) throw new Problem('unauthenticated', 'The session has ended');
    return session;
  }

  /** The operator's own, the latest use first. */
  async own(token: string): Promise<OwnSession[]> {
    return this.repository.own(await this.current(token), sha256(token), this.clock.instant());
  }

  async endOwn(token: string, id: string): Promise<void> {
    const session = await this.current(token);
    if (!(await this.repository.closeOwn(session, id))) throw Problem.notFound('session', id);
    await this.trail.signedOut(session);
  }

  /** The session goes on with a new token, so that whoever had seen the old one has nothing. */
  async renew(token: string): Promise<string> {
    const renewed = sessionToken(this.chance.bytes(32));
    if (!(await this.repository.renew(sha256(token), sha256(renewed))))
      throw new Problem('unauthenticated', 'The session has ended');
    return renewed;
  }

  async signOut(token: string): Promise<void> {
    await this.current(token);
    await this.signOutIfOpen(token);
  }

  /** One that was over by itself, for want of use or by its age, goes without an entry in the audit. */
  async signOutIfOpen(token: string): Promise<void> {
    const session = await this.repository.find(sha256(token));
    if (!session) return;
    await this.repository.close(sha256(token));
    const at = this.clock.instant();
    if (session.expiresAt > at && session.lastUsedAt > laterBy(at, -idleSeconds)) await this.trail.signedOut(session);
  }

  private noteAccount(
    inside: Context,
    owner: AccountOwner | undefined,
    operatorId: string,
    vouched: ProvenSubject,
  ): Promise<boolean> {
    const at = this.clock.instant();
    return owner
      ? this.accounts.used(inside, owner, vouched.email, at)
      : this.accounts.add(inside, this.ids.next(), operatorId, vouched, at);
  }

  private raiseEmergency(
    inside: Context,
    { id, name }: SignInCandidate,
    openedBy: SessionOpening,
    at: Instant,
  ): Promise<void> {
    return this.alarms.raise(inside, [
      {
        event: 'operator.emergency_sign_in',
        subjectId: id,
        subjectName: name,
        state: openedBy,
        detail: `An owner signed in by a ${openedBy}, although the organization requires single sign-on`,
        endsAt: laterBy(at, emergencySeconds),
      },
    ]);
  }
}
