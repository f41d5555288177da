import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { sha256 } from '../../kernel/secrets.js';
import { emailKey } from '../operators/operator.js';
import { OperatorLinks } from '../operators/operator-links.js';
import { type Claimed, Proof, type ProofOutcome, type Vouched } from './proof.js';
import {
  type CurrentSession,
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

export interface SignInResult {
  readonly kind: 'signed_in';
  readonly session: Session;
  /** Shown once. */
  readonly token: string;
}

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
  ) {}

  /** `organizationId` says which organization is meant, for an operator of several. */
  async signIn(
    claimed: Claimed & { readonly organizationId: string | null },
    place: SignInPlace,
  ): Promise<SignInResult | Exclude<ProofOutcome, { kind: 'proven' }>> {
    const outcome = await this.proof.prove(claimed, place.address, () =>
      this.repository.candidate(emailKey(claimed.email), claimed.organizationId),
    );
    return outcome.kind === 'proven' ? this.open(outcome.candidate, place, {}) : outcome;
  }

  /**
   * Of an operator of this organization whom one of its providers has proven. `once`: whether that may be used still,
   * asked when nothing else is in the way.
   */
  async signInVouched(
    vouched: Vouched & { readonly organizationId: string; readonly providerId: string },
    place: SignInPlace,
    once: () => Promise<boolean>,
  ): Promise<SignInResult | Exclude<ProofOutcome, { kind: 'proven' }>> {
    const outcome = await this.proof.vouched(vouched, place.address, () =>
      this.repository.candidate(emailKey(vouched.email), vouched.organizationId),
    );
    if (outcome.kind !== 'proven') return outcome;
    const by = { authentication_provider_id: vouched.providerId };
    return (await once()) ? this.open(outcome.candidate, place, by) : { kind: 'wrong' };
  }

  /** Whoever comes with a link that the operator has made for themselves, in a session of theirs. */
  async signInByLink(token: string, place: SignInPlace): Promise<SignInResult | { readonly kind: 'wrong' }> {
    const link = await this.links.find('session', token);
    if (!link?.operatorId) return { kind: 'wrong' };
    const there = systemContext(link.organizationId, 'sign-in');
    const candidate = await this.repository.candidateById(there, link.operatorId);
    if (!candidate) return { kind: 'wrong' };
    return this.open(candidate, place, { link_id: link.id }, (inside) => this.links.use(inside, link));
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
   */
  async open(
    candidate: SignInCandidate,
    place: SignInPlace,
    by: SignedInBy,
    once: (inside: Context) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<SignInResult | { readonly kind: 'wrong' }> {
    if (candidate.isOrganizationDisabled)
      throw new Problem('forbidden', 'The organization of this operator is disabled');
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
      async (inside) => {
        if (!(await once(inside))) return false;
        await this.trail.signedIn(inside, candidate, place.address, by);
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

  async signOutIfOpen(token: string): Promise<void> {
    const session = await this.repository.find(sha256(token));
    if (!session) return;
    await this.repository.close(sha256(token));
    await this.trail.signedOut(session);
  }
}
