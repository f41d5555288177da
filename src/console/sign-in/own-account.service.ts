import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Secrets, sha256 } from '../../kernel/secrets.js';
import { OperatorLinks } from '../operators/operator-links.js';
import { OperatorPasswords, requireGoodPassword } from '../operators/operator-passwords.js';
import { OperatorsRepository } from '../operators/operators.repository.js';
import { ownerRole } from '../roles/built-in-roles.js';
import { isBoundBySingleSignOn, SingleSignOn, singleSignOnNeeded } from '../single-sign-on/single-sign-on.js';
import { OwnAccountRepository } from './own-account.repository.js';
import { Proof, type ProofOutcome, sealedTotpPlace } from './proof.js';
import { provenSeconds, provenUntil } from './session.js';
import { type SignInCandidate, SignInRepository } from './sign-in.repository.js';
import { newRecoveryCodes, newTotpSecret, otpauthUri, recoveryHash } from './totp.js';

type Refused = Exclude<ProofOutcome, { kind: 'proven' }>;

/** Who asks, and proof of it: a session left open on a desk must not be enough to change a password. */
export interface Asking {
  readonly token: string;
  readonly address: string;
  /** Null: the session itself was proven a moment ago. */
  readonly password: string | null;
  readonly totp: string | null;
}

/** What signed-in operators can do about their own account. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly proof: Proof,
    private readonly signIn: SignInRepository,
    private readonly account: OwnAccountRepository,
    private readonly operators: OperatorsRepository,
    private readonly links: OperatorLinks,
    private readonly singleSignOn: SingleSignOn,
    private readonly passwords: OperatorPasswords,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly chance: Chance,
  ) {}

  /** Ends every other session of the operator. */
  async changePassword(context: Context, asking: Asking, newPassword: string): Promise<Refused | { kind: 'done' }> {
    const own = await this.own(context, asking.token);
    requireOtherWaysIn(own);
    await requireGoodPassword(newPassword, own, 'new_password');
    if (newPassword === asking.password) throw Problem.invalidField('new_password', 'is the current one');
    const outcome = await this.prove(context, own, asking);
    if (outcome.kind !== 'proven') return outcome;
    const passwordHash = await this.passwords.hash(newPassword);
    await this.database.transaction(this.at(context, own), async (inside) => {
      await this.operators.table.lock(inside, own.id);
      await this.operators.setPassword(inside, own.id, passwordHash);
      await this.operators.endSessions(inside, own.id, sha256(asking.token));
      await this.links.end(inside, own.id);
    });
    return { kind: 'done' };
  }

  /** Shows the secret once. It has no effect before `confirmTotp`. */
  async offerTotp(
    context: Context,
    asking: Asking,
  ): Promise<Refused | { kind: 'offered'; secret: string; uri: string }> {
    const own = await this.own(context, asking.token);
    const outcome = await this.prove(context, own, asking);
    if (outcome.kind !== 'proven') return outcome;
    const secret = newTotpSecret(this.chance);
    if (!(await this.account.offerTotp(this.at(context, own), own.id, this.secrets.seal(secret, sealedTotpPlace(own)))))
      throw alreadyOn();
    return { kind: 'offered', secret, uri: otpauthUri(secret, own.email) };
  }

  /** Switches codes on; returns the recovery codes, which are shown once. */
  async confirmTotp(context: Context, token: string, code: string): Promise<readonly string[]> {
    const own = await this.own(context, token);
    if (own.totpConfirmed) throw alreadyOn();
    if (!own.totpSealed) throw new Problem('conflict', 'Ask for a secret first: POST /sessions/current/totp');
    if (!(await this.proof.isCode(own, code, context)))
      throw Problem.invalidField('totp', 'is not the code of this moment: check the clock of the device');
    const codes = newRecoveryCodes(this.chance);
    const isOn = await this.account.confirmTotp(
      this.at(context, own),
      own.id,
      own.totpSealed,
      codes.map(recoveryHash),
      this.clock.instant(),
    );
    if (!isOn) throw new Problem('conflict', 'Another secret was asked for in the meantime: use that one');
    return codes;
  }

  async removeTotp(context: Context, asking: Asking): Promise<Refused | { kind: 'done' }> {
    const own = await this.own(context, asking.token);
    const outcome = await this.prove(context, own, asking);
    if (outcome.kind !== 'proven') return outcome;
    await this.database.transaction(this.at(context, own), async (inside) => {
      await this.operators.dropTotp(inside, own.id);
      if (own.roleId === ownerRole.id) await this.singleSignOn.requireEmergencyOwner(inside);
    });
    return { kind: 'done' };
  }

  /** For another way in, which a session left open must not be enough for. */
  async reassure(context: Context, asking: Asking): Promise<ProofOutcome> {
    const own = await this.own(context, asking.token);
    requireOtherWaysIn(own);
    return this.prove(context, own, asking);
  }

  /** @throws Problem invalid where neither a password nor the session proves it */
  private async prove(
    context: Context,
    own: SignInCandidate,
    { token, password, totp, address }: Asking,
  ): Promise<ProofOutcome> {
    if (password === null) {
      // Codes were asked for with it.
      const proven = provenUntil((await this.signIn.find(sha256(token)))?.provenAt ?? null);
      if (proven !== null && proven > this.clock.instant()) return { kind: 'proven', candidate: own };
      throw Problem.invalidField(
        'password',
        'is required, unless you have signed in by a passkey, or afresh by a provider, within ' +
          `${provenSeconds / 60} minutes`,
      );
    }
    return this.proof.prove({ email: own.email, password, totp }, address, async () => own, {
      context,
      session: sha256(token),
    });
  }

  /** The operator of the session, in their own organization, whichever one the call acts for. */
  private async own(context: Context, token: string): Promise<SignInCandidate> {
    const session = await this.signIn.find(sha256(token));
    const own =
      session &&
      (await this.signIn.candidateById({ ...context, organizationId: session.organizationId }, session.operator.id));
    // Signed out between the gate and here.
    if (!own) throw new Problem('unauthenticated', 'The session has ended');
    return own;
  }

  private at(context: Context, { organizationId }: SignInCandidate): Context {
    return { ...context, organizationId };
  }
}

/** @throws Problem forbidden where none but a provider lets this operator in */
function requireOtherWaysIn(own: SignInCandidate): void {
  if (isBoundBySingleSignOn(own)) throw singleSignOnNeeded(own.organizationId);
}

function alreadyOn(): Problem {
  return new Problem('conflict', 'Codes are switched on already: switch them off first');
}
